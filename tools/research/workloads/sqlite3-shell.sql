-- Commands of SQLite's shell, run in an empty folder. What depends on the machine or the time is written to a file.
.bail off
.echo on
.changes on
.headers on
.print tables
CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, born REAL, data BLOB);
CREATE TABLE visit(person REFERENCES person(id) ON DELETE CASCADE, place TEXT, count INT DEFAULT 1, CHECK(count > 0));
CREATE INDEX visit_place ON visit(place, count DESC);
CREATE VIEW seen AS SELECT name, place, sum(count) AS times FROM person JOIN visit ON person = id GROUP BY 1, 2;
CREATE TRIGGER counted AFTER INSERT ON visit WHEN new.count > 2 BEGIN
  UPDATE person SET born = born + 1 WHERE id = new.person;
END;
CREATE TABLE pair(a, b, PRIMARY KEY(a, b)) WITHOUT ROWID;
INSERT INTO person VALUES(1, 'Ada', 1815.5, x'00ff10'), (2, 'Kurt "K" O''Neil', 1906, NULL), (3, 'tab	and, comma', 1912, 'x');
INSERT INTO visit VALUES(1, 'here', 1), (1, 'there', 3), (2, 'here', 2), (3, NULL, 5);
INSERT INTO pair WITH RECURSIVE n(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM n WHERE x < 300) SELECT x % 17, x FROM n;
.mode ascii
SELECT * FROM seen;
.mode box --wrap 6
SELECT * FROM person;
.mode column --wrap 10 --wordwrap on
SELECT * FROM person;
.width 3 -8 4
SELECT * FROM visit;
.mode csv
SELECT * FROM person;
.mode html
SELECT * FROM person;
.mode insert copied
SELECT * FROM person;
.mode json
SELECT * FROM person;
.mode line
SELECT * FROM person;
.mode list
.separator " | " "\n"
.nullvalue nothing
SELECT * FROM person;
.mode markdown
SELECT * FROM seen;
.mode qbox
SELECT * FROM person;
.mode quote
SELECT * FROM person;
.mode table
SELECT * FROM seen;
.mode tabs
SELECT * FROM person;
.mode tcl
SELECT * FROM person;
.mode off
SELECT * FROM person;
.mode list
.tables
.tables v%
.indexes
.indexes visit
.schema
.schema --indent visit
.fullschema
.databases
.dump
.dump --data-only person
.explain on
.eqp on
SELECT count(*) FROM seen WHERE place LIKE 'h%';
.eqp full
SELECT * FROM visit WHERE place = 'here' ORDER BY count;
.eqp off
.explain off
EXPLAIN SELECT * FROM visit, person WHERE id = person AND place > 'a';
.lint fkey-indexes
.expert
SELECT * FROM visit WHERE count = 3 AND person > 1;
.sha3sum
.sha3sum --schema --sha3-384 pair
.parameter init
.parameter set @who 'Ada'
.parameter set :year 1900
SELECT name FROM person WHERE name = @who OR born > :year;
.parameter list
.parameter unset :year
.parameter clear
.output person.csv
.mode csv
SELECT * FROM person;
.output
.import --csv --skip 1 person.csv imported
.import person.csv person
.once visit.sql
.dump visit
.mode list
SELECT count(*) FROM imported;
.read visit.sql
.save saved.db
.backup main backup.db
.clone cloned.db
.restore backup.db
.open saved.db
PRAGMA integrity_check;
ATTACH 'cloned.db' AS other;
.databases
SELECT count(*) FROM other.person;
.output other.txt
.dbinfo
.stats on
SELECT count(*) FROM pair;
.stats vmstep
SELECT count(*) FROM pair;
.stats off
.vfsinfo
.vfslist
.vfsname
.show
.help
.help --all
.limit
.dbconfig
.output
DETACH other;
.limit like_pattern_length 100
.dbconfig defensive on
.dbconfig defensive off
.filectrl --schema main size_limit
.filectrl data_version
.filectrl persist_wal 1
.trace trace.txt --stmt
SELECT 1, 'traced';
.trace off
.scanstats on
SELECT place FROM visit WHERE place = 'there';
.scanstats off
.progress 100 --limit 20 --quiet
SELECT count(*) FROM pair a, pair b;
.progress 0
.log log.txt
SELECT no_such_function(1);
.log off
.selftest --init
.selftest
.testcase one
SELECT 'answer';
.check answer
.recover
.archive --create --file archive.zip person.csv visit.sql
.archive --list --file archive.zip
.archive --file archive.zip --extract --directory . person.csv
.archive --create --file archive.sqlar person.csv
.archive -tf archive.sqlar
SELECT name, mode > 0, length(data) FROM fsdir('person.csv');
SELECT writefile('written.txt', 'some text'), readfile('written.txt');
SELECT writefile('written.txt', 'some text');
SELECT readfile('written.txt');
SELECT value FROM generate_series(1, 9, 2);
SELECT decimal_add('1.25', '2.50'), decimal_mul('3', '4.5'), decimal_cmp('1', '2'), ieee754(2.5);
SELECT decimal_sum(b) FROM pair;
SELECT 'uint' ORDER BY 1 COLLATE uint;
SELECT hex(sha3('abc', 256)), hex(sha3_query('SELECT 1', 224));
SELECT strtod('1.5'), dtostr(2.25), shell_add_schema('CREATE TABLE t(a)', 'aux', NULL);
SELECT 'abc' REGEXP '^a.c$', 'xyz' REGEXP '[a-c]+|z$', 'aaab' REGEXP 'a{2,3}b?\w*';
SELECT * FROM completion('SEL', 'SEL') LIMIT 3;
SELECT pgno > 0, length(data) FROM sqlite_dbpage LIMIT 2;
SELECT name, path FROM dbstat LIMIT 3;
.system echo from a command
.no_such_command
.cd .
.connection 1
.open :memory:
.connection close 0
.connection
CREATE TABLE deep(a, b GENERATED ALWAYS AS (a || 'x') STORED, c AS (length(a)));
INSERT INTO deep(a) VALUES('one'), ('three');
SELECT * FROM deep;
.binary on
.binary off
.prompt 'a> ' 'b> '
.timeout 10
.nonce 1
.exit 3
