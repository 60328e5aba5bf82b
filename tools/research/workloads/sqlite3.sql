-- What tests of whole programs have SQLite do: prints what must not change. Tables with and without rowids, indices, joins,
-- windows, recursion, JSON, triggers, savepoints, vacuum.
.bail on
.mode list
CREATE TABLE item(id INTEGER PRIMARY KEY, k INT, price REAL, name TEXT COLLATE NOCASE, blob BLOB, CHECK(k >= 0));
CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT UNIQUE, boss INT REFERENCES owner) WITHOUT ROWID;
WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
INSERT INTO item SELECT i, (i * 7919) % 1009, (i * 31 % 997) / 7.0, printf('name %05d', (i * 104729) % 20011), CAST(i AS BLOB) FROM n;
INSERT INTO owner SELECT k, 'owner ' || k, CASE WHEN k > 0 THEN k / 2 END FROM (SELECT DISTINCT k FROM item ORDER BY k);
CREATE INDEX item_k ON item(k, price DESC);
CREATE INDEX item_name ON item(name) WHERE k % 2 = 0;
CREATE INDEX item_expression ON item(length(name) + k);
ANALYZE;
SELECT count(*), sum(k), round(total(price), 3), min(name), max(name), count(DISTINCT k) FROM item;
SELECT o.name, count(*), round(avg(i.price), 4), group_concat(i.id, ' ')
  FROM owner o JOIN item i ON i.k = o.id WHERE o.id BETWEEN 100 AND 104 GROUP BY o.id ORDER BY 3 DESC;
SELECT o.name, i.id FROM owner o LEFT JOIN item i ON i.k = o.id AND i.price > 142 WHERE o.id < 40 ORDER BY o.id, i.id LIMIT 12 OFFSET 3;
EXPLAIN QUERY PLAN SELECT * FROM item WHERE k = 5 AND price > 3 OR name = 'name 00007';
SELECT id, k, rank() OVER w, lag(price, 1, -1) OVER w, round(sum(price) OVER (PARTITION BY k ORDER BY id ROWS 2 PRECEDING), 3)
  FROM item WHERE k IN (3, 7, 11) WINDOW w AS (PARTITION BY k ORDER BY price) ORDER BY k, id LIMIT 25;
WITH RECURSIVE chain(id, depth) AS (SELECT 1000, 0 UNION ALL SELECT boss, depth + 1 FROM owner JOIN chain USING(id) WHERE boss IS NOT NULL)
SELECT group_concat(id, '>'), max(depth) FROM chain;
WITH RECURSIVE x(v) AS (VALUES(-2.0) UNION ALL SELECT v + 0.1 FROM x WHERE v < 1.2), y(v) AS (VALUES(-1.0) UNION ALL SELECT v + 0.1 FROM y WHERE v < 1.0),
  m(iteration, cx, cy, x, y) AS (SELECT 0, x.v, y.v, 0.0, 0.0 FROM x, y UNION ALL
    SELECT iteration + 1, cx, cy, x * x - y * y + cx, 2.0 * x * y + cy FROM m WHERE x * x + y * y < 4.0 AND iteration < 28),
  most(iteration, cx, cy) AS (SELECT max(iteration), cx, cy FROM m GROUP BY cx, cy)
SELECT group_concat(substr(' .+*#', 1 + min(iteration / 7, 4), 1), '') FROM most GROUP BY cy ORDER BY cy;
SELECT json_group_array(json_object('id', id, 'name', name)) FROM (SELECT id, name FROM item WHERE k = 17 ORDER BY id);
SELECT key, value, type, fullkey FROM json_tree('{"a":[1,2.5,{"b":null}],"c":"\u00e9"}');
SELECT hex(blob), typeof(blob), quote(price), upper(name), replace(name, 'n', 'N'), instr(name, '1') FROM item WHERE id % 4999 = 0;
SELECT name FROM item WHERE name LIKE 'NAME 0001%' AND name GLOB '*[3-6]' ORDER BY name DESC;
SELECT date('2024-02-28', '+2 days'), julianday('2000-01-01'), strftime('%W %j', '2023-07-09'), round(sqrt(2) * pi(), 9);
CREATE TABLE log(what TEXT, id INT, old, new);
CREATE TRIGGER changed AFTER UPDATE OF k ON item WHEN old.k <> new.k BEGIN INSERT INTO log VALUES('k', new.id, old.k, new.k); END;
CREATE TRIGGER gone BEFORE DELETE ON item BEGIN INSERT INTO log SELECT 'gone', old.id, old.k, count(*) FROM log; END;
CREATE VIEW dear AS SELECT id, k, price FROM item WHERE price > (SELECT avg(price) FROM item);
BEGIN;
UPDATE item SET k = (k + 1) % 1009 WHERE id % 17 = 0;
SAVEPOINT half;
DELETE FROM item WHERE id % 3 = 0;
SELECT count(*), sum(k) FROM item; SELECT count(*), sum(new) FROM log;
ROLLBACK TO half;
DELETE FROM item WHERE id % 13 = 0;
COMMIT;
SELECT count(*), sum(k) FROM item; SELECT what, count(*), sum(new) FROM log GROUP BY what; SELECT count(*), sum(k) FROM dear;
INSERT INTO owner VALUES(5, 'five', 1) ON CONFLICT(id) DO UPDATE SET name = excluded.name || ' again' RETURNING id, name, boss;
INSERT OR IGNORE INTO owner VALUES(6, 'owner 7', 1); REPLACE INTO owner VALUES(6, 'six', NULL);
SELECT * FROM owner WHERE id BETWEEN 4 AND 8;
CREATE TABLE big(a, b, c GENERATED ALWAYS AS (a || '-' || b) STORED, UNIQUE(b, a));
INSERT INTO big(a, b) SELECT i.id, o.id FROM item i CROSS JOIN owner o WHERE i.id < 120 AND o.id < 120;
SELECT count(*), max(c), min(c), sum(length(c)) FROM big WHERE EXISTS (SELECT 1 FROM big x WHERE x.a = big.b AND x.b = 3);
SELECT a % 7, b % 5, count(*) FROM big GROUP BY 1, 2 HAVING count(*) > 300 EXCEPT SELECT 1, b, 1 FROM big ORDER BY 1 DESC, 2 LIMIT 9;
ALTER TABLE big RENAME COLUMN b TO d; ALTER TABLE big ADD COLUMN e DEFAULT 'e'; ALTER TABLE big DROP COLUMN e; DROP INDEX item_k;
SELECT sql FROM sqlite_schema WHERE name IN ('big', 'item', 'changed') ORDER BY name;
VACUUM; REINDEX;
PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA page_count;
.mode csv
SELECT id, name, price FROM item WHERE id % 3001 = 1;
.mode quote
SELECT k, sum(price), max(blob) FROM item WHERE k > 1000 GROUP BY k;
.dump owner
.sha3sum
