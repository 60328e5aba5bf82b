; Only the passes of modules are observed, by callbacks that call those of LLVM: what it prints of passes is the same,
; and it skips the same ones.
; RUN: %opt -passes='default<O1>' -debug-pass-manager -disable-output %s 2>&1 | grep 'Running pass' >%t.off
; RUN: env AMORPH_AA=on %opt -passes='default<O1>' -debug-pass-manager -disable-output %s 2>&1 | grep 'Running pass' >%t.on
; RUN: diff %t.off %t.on
; RUN: FileCheck --check-prefix=PASSES %s <%t.on
; RUN: %opt -passes='default<O1>' -opt-bisect-limit=30 -disable-output %s 2>%t.off
; RUN: env AMORPH_AA=on %opt -passes='default<O1>' -opt-bisect-limit=30 -disable-output %s 2>%t.on
; RUN: diff %t.off %t.on
; RUN: FileCheck --check-prefix=BISECT %s <%t.on
; PASSES-DAG: Running pass: GlobalOptPass on [module]
; PASSES-DAG: Running pass: InlinerPass on (f)
; PASSES-DAG: Running pass: EarlyCSEPass on f
; BISECT: BISECT: running pass (30)
; BISECT: BISECT: NOT running pass (31)

; A module pass that is not known discards the sets. mergefunc makes one function of two: its pointers are those of both.
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='require<amorph-aa>,mergefunc,function(gvn)' -S %s \
; RUN:   | FileCheck --check-prefix=MERGED %s
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='require<amorph-aa>,function(early-cse<memssa>,gvn)' -S %s \
; RUN:   | FileCheck --check-prefix=APART %s
@a = internal global i64 0
@b = internal global i64 0
define i64 @f(i1 %c) {
  %x = call i64 @apart(ptr @a, ptr @b)
  %y = call i64 @same(ptr @a, ptr @a)
  %z = select i1 %c, i64 %x, i64 %y
  ret i64 %z
}
; MERGED-LABEL: define internal i64 @{{apart|same}}(
; MERGED: load i64
; MERGED: store i64 7
; MERGED: load i64
; MERGED: ret
; MERGED-NOT: define
; APART-LABEL: define internal i64 @apart(
; APART: store i64 7
; APART-NEXT: ret i64 0
define internal i64 @apart(ptr %p, ptr %q) noinline {
  %x = load i64, ptr %p
  store i64 7, ptr %q
  %y = load i64, ptr %p
  %difference = sub i64 %x, %y
  ret i64 %difference
}
define internal i64 @same(ptr %p, ptr %q) noinline {
  %x = load i64, ptr %p
  store i64 7, ptr %q
  %y = load i64, ptr %p
  %difference = sub i64 %x, %y
  ret i64 %difference
}
