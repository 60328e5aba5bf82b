# shellcheck shell=bash
# The programs that bitcode builds, and their own tests; sourced after common.sh, never run. Uses $here, $folder (the
# output folder of bitcode) and $work (a scratch folder) of the script; its exit trap must call put_back.

placed='' # the built program that a tested one replaces; it is kept as PLACED.built
put_back() { [[ ! $placed || ! -e $placed.built ]] || mv "$placed.built" "$placed"; }

# The program of a name: built (its path in the source tree, as it was built at -O0), libraries, and a function that
# runs its tests in the source tree and prints "pass NAME" or "fail NAME" for each.
describe() { # PROGRAM
  libraries=()
  case $1 in
    *.c) built='' libraries=(-lm) ;;
    bzip2 | gzip) built=$1 ;;
    zlib) built=minigzip libraries=() ;;
    sed) built=sed/sed ;;
    lua5.4) built=src/lua libraries=(-lm -ldl) ;;
    sqlite3) built=sqlite3 libraries=(-lm -lz) ;;
    redis) built=src/redis-server libraries=(-lm -ldl -pthread) ;;
    vim) built=src/vim libraries=(-lm -ltinfo) ;;
    git) built=git libraries=(-lz -pthread -lrt) ;;
    ninja-build) built=ninja libraries=(-lstdc++ -pthread) ;;
  esac
}

verdict() { # NAME COMMAND...
  local name=$1
  shift
  if "$@"; then echo "pass $name"; else echo "fail $name"; fi
}
# Files that autotools made are taken as shipped.
make_quietly() {
  make CC="clang-$llvm" ACLOCAL=: AUTOCONF=: AUTOMAKE=: AUTOHEADER=: MAKEINFO=: "$@" 2>&1 </dev/null || true
}
automake_results() { awk '/^(PASS|FAIL|XPASS|ERROR): / { print (/^PASS/ ? "pass " : "fail ") $2 }'; }
same_output() { # FIRST SECOND COMMAND-LINE with $0 for the program
  bash -c "$3" "$1" >"$work/first" 2>&1 </dev/null || echo "ends with $?" >>"$work/first"
  timeout 600 bash -c "$3" "$2" >"$work/second" 2>&1 </dev/null || echo "ends with $?" >>"$work/second"
  cmp -s "$work/first" "$work/second"
}

test_bzip2() {
  verdict 'make test' make -o bzip2 test >"$work/log" 2>&1
  grep -a '^pass\|^fail' "$work/log"
  local level data
  data=$(find "$folder/bzip2" -maxdepth 1 -name 'bzip2.*.bc' | LC_ALL=C sort | head -n 1)
  for level in 1 9; do
    verdict "pack -$level" same_output "$1" "$2" "\$0 -$level -kc '$data'"
    "$2" -$level -kc "$data" >"$work/packed" || true
    verdict "unpack -$level" same_output "$1" "$2" "\$0 -dc '$work/packed'"
    verdict "unpack -s -$level" same_output "$1" "$2" "\$0 -dsc '$work/packed'"
  done
}
test_gzip() { make_quietly -k -C tests check | automake_results; }
test_zlib() {
  local level data
  for level in 1 6 9; do
    for data in ./*.c; do
      verdict "pack -$level $data" same_output "$1" "$2" "\$0 -$level <$data"
      "$2" -$level <"$data" >"$work/packed" || true
      verdict "unpack -$level $data" same_output "$1" "$2" "\$0 -d <'$work/packed'"
    done
  done
  verdict 'not packed' same_output "$1" "$2" '$0 -d <./adler32.c'
  verdict 'cut off' same_output "$1" "$2" "head -c 99 '$work/packed' | \$0 -d"
}
test_sed() {
  make_quietly -k SUBDIRS=. check | automake_results
  seq 3000 | "$1" 's/.*/s,^[[:digit:]]*&$,[&],;t l&\n:l&/' >"$work/script"
  verdict 'large script' same_output "$1" "$2" "seq 40 | LC_ALL=C \$0 -f '$work/script'"
  verdict 'wrong brackets' same_output "$1" "$2" "exec -a sed \$0 's/[:alpha:]/x/'"
  verdict 'large script, debug' same_output "$1" "$2" "seq 4 | \$0 -n --debug -f '$work/script'"
}
test_lua5.4() { cd "$here/workloads" && verdict lua5.4.lua same_output "$1" "$2" "\$0 lua5.4.lua"; }
test_sqlite3() {
  verdict 'in memory' same_output "$1" "$2" "\$0 <'$here/workloads/sqlite3.sql'"
  verdict 'in a file' same_output "$1" "$2" \
    "rm -f '$work/db'; \$0 '$work/db' <'$here/workloads/sqlite3.sql'; sha256sum '$work/db'"
  verdict 'its commands' same_output "$1" "$2" \
    "rm -rf '$work/folder'; mkdir '$work/folder'; cd '$work/folder'; \$0 db <'$here/workloads/sqlite3-shell.sql'"
  # Of its own tests, every third file.
  local file
  for file in $(find test -name '*.test' | LC_ALL=C sort | awk 'NR % 3 == 0'); do
    "$here/workloads/sqlite3-tests" "$file" >"$work/test.sql"
    [[ ! -s $work/test.sql ]] || verdict "${file##*/}" same_output "$1" "$2" \
      "rm -rf '$work/folder'; mkdir '$work/folder'; cd '$work/folder'; timeout 60 \$0 db <'$work/test.sql'"
  done
}
test_redis() {
  local unit units=()
  for unit in type/{list,hash,zset,set} scripting sort type/{string,incr,stream,stream-cgroups} bitops bitfield geo \
    hyperloglog scan dump expire keyspace multi pubsub functions acl auth introspection introspection-2 info slowlog \
    latency-monitor lazyfree tracking other protocol querybuf limits; do
    units+=(--single "unit/$unit")
  done
  for unit in aof rdb replication; do units+=(--single "integration/$unit"); done
  (timeout 1800 ./runtest --clients 1 "${units[@]}" 2>&1 </dev/null || true) | sed 's/\x1b\[[0-9;]*m//g' |
    sed -nE 's/ \([0-9]+ ms\)$//; s/^\[ok\]: /pass /p; s/^\[(err|exception)\]: ([^:]*).*/fail \2/p'
}
test_vim() {
  local file
  cd src/testdir
  for file in substitute regexp_utf8 regexp_latin listdict undo search json lambda vim9_expr sort blob functions \
    normal registers visual edit options quickfix cmdline fold autocmd window_cmd vimscript vim9_script spell syntax \
    diffmode textprop mapping ins_complete textformat cindent utf8 virtualedit usercommands user_func signs tagjump \
    digraph increment crypt mksession viminfo writefile arglist bufline buffer breakindent marks match menu highlight \
    filter_map expand ex_mode excmd changelist cursor_func global gn charsearch jumplist tabpage; do
    rm -f messages test.log
    timeout 300 make "test_$file" VIMPROG=../vim >/dev/null 2>&1 </dev/null || true
    # A failed test is named once more, with its errors.
    awk -v file="$file" '
      match($0, /Executed Test_[A-Za-z0-9_]*/) { ran[substr($0, RSTART + 9, RLENGTH - 9)] }
      match($0, /Found errors in Test_[A-Za-z0-9_]*/) { failed[substr($0, RSTART + 16, RLENGTH - 16)] }
      END {
        for (t in ran) print ((t in failed) ? "fail " : "pass ") file " " t
        if (!length(ran)) print "fail " file
      }' messages 2>/dev/null || echo "fail $file"
  done
}

test_git() {
  make_quietly -C t/helper >/dev/null
  local file
  cd t
  for file in t0001-init t1300-config t3200-branch t3400-rebase t4001-diff-rename t4014-format-patch t5300-pack-object \
    t6012-rev-list-simplify t7001-mv t7600-merge t9300-fast-import t0008-ignores t1450-fsck t3301-notes t3903-stash \
    t4202-log t4205-log-pretty-formats t4150-am t5000-tar-tree t5319-multi-pack-index t5516-fetch-push t5601-clone \
    t6300-for-each-ref t7004-tag t7300-clean t7508-status t7810-grep t8002-blame t5318-commit-graph t2400-worktree-add \
    t5304-prune t6030-bisect-porcelain t5310-pack-bitmaps t9350-fast-export t7502-commit-porcelain t4211-line-log \
    t1091-sparse-checkout-builtin t4200-rerere t3507-cherry-pick-conflict t7400-submodule-basic t0021-conversion; do
    (timeout 600 ./$file.sh 2>&1 </dev/null || true) |
      sed -nE "s/^ok [0-9]+ - (.*)/pass $file \1/p; s/^not ok [0-9]+ - ([^#]*)$/fail $file \1/p"
  done
}
test_ninja-build() {
  verdict 'misc/output_test.py' python3 misc/output_test.py >"$work/log" 2>&1
  tail -n 1 "$work/log" | grep -a '^pass\|^fail'
  verdict ninja-builds same_output "$1" "$2" \
    "rm -rf '$work/folder'; mkdir '$work/folder'; cd '$work/folder'; '$here/workloads/ninja-builds' \$0"
  local command
  rm -rf "$work/tree" && cp -r . "$work/tree"
  for command in '-n -d explain' '-t graph >/dev/null' '-t commands' '-t deps' '-t targets all' '-t query ninja' \
    '-t compdb' '-t rules' '-t clean -n' '-t restat' '-t recompact' '-j1 -k 3 >/dev/null || true'; do
    verdict "ninja $command" same_output "$1" "$2" "cd '$work/tree' && touch build.ninja && \$0 $command"
  done
}

# run_tests PROGRAM BINARY: "pass" and "fail" lines, sorted.
run_tests() {
  local program=$1 binary=$2 source
  if [[ $program == *.c ]]; then
    verdict output same_output "$work/plain" "$binary" "\$0; echo \"ends with \$?\""
    return
  fi
  source=$(find "$folder/$program/source" -maxdepth 1 -type d -name "$program-*" | head -n 1)
  [[ -e $source/$built ]] || die "$source/$built: missing; remove $folder/$program to build it again"
  # Test helpers are built before the program is replaced.
  [[ $program != gzip ]] || (cd "$source" && make_quietly -k all) >/dev/null
  placed=$source/$built
  mv "$placed" "$placed.built"
  cp "$binary" "$placed"
  (cd "$source" && "test_$program" "$placed.built" "$placed") | LC_ALL=C sort || true
  put_back
  placed=''
}
