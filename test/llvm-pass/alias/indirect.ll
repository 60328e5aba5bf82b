; Indirect calls with the same targets share what these access. A load is forwarded across a call whose targets do not
; write its variable, and stays after one whose targets do: in their own bodies, in what they call, or as a library
; function's model says.
; RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='amorph-pta<world=closed>,function(gvn)' -S %s | FileCheck %s

@direct = internal global i64 1
@deeper = internal global i64 1
@other = internal global i64 1
@apart = internal global i64 1
@text = internal global [8 x i8] zeroinitializer
@writers = internal global [2 x ptr] [ptr @writes, ptr @calls]
@library = internal global [2 x ptr] [ptr @writes_other, ptr @memset]

declare ptr @memset(ptr, i32, i64)

define internal ptr @writes(ptr %p, i32 %x, i64 %n) {
  store i64 %n, ptr @direct
  ret ptr %p
}
define internal void @writes_deeper(i64 %n) noinline {
  store i64 %n, ptr @deeper
  ret void
}
define internal ptr @calls(ptr %p, i32 %x, i64 %n) {
  call void @writes_deeper(i64 %n)
  ret ptr %p
}
define internal ptr @writes_other(ptr %p, i32 %x, i64 %n) {
  store i64 %n, ptr @other
  ret ptr %p
}

; CHECK-LABEL: define internal i64 @first
; CHECK: call ptr %f
; CHECK-NOT: load i64, ptr @apart
; CHECK: load i64, ptr @direct
; CHECK-NOT: load i64, ptr @other
; CHECK: ret i64
define internal i64 @first(i64 %i) {
  %at = getelementptr [2 x ptr], ptr @writers, i64 0, i64 %i
  %f = load ptr, ptr %at
  %apart = load i64, ptr @apart
  %direct = load i64, ptr @direct
  %other = load i64, ptr @other
  %r = call ptr %f(ptr @text, i32 0, i64 %i)
  %apart2 = load i64, ptr @apart
  %direct2 = load i64, ptr @direct
  %other2 = load i64, ptr @other
  %a = sub i64 %apart, %apart2
  %b = sub i64 %direct, %direct2
  %c = sub i64 %other, %other2
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  ret i64 %abc
}

; The second call with these targets.
; CHECK-LABEL: define internal i64 @second
; CHECK: call ptr %f
; CHECK-NOT: load i64, ptr @apart
; CHECK: load i64, ptr @deeper
; CHECK-NOT: load i64, ptr @other
; CHECK: ret i64
define internal i64 @second(i64 %i) {
  %at = getelementptr [2 x ptr], ptr @writers, i64 0, i64 %i
  %f = load ptr, ptr %at
  %apart = load i64, ptr @apart
  %deeper = load i64, ptr @deeper
  %other = load i64, ptr @other
  %r = call ptr %f(ptr @text, i32 0, i64 %i)
  %apart2 = load i64, ptr @apart
  %deeper2 = load i64, ptr @deeper
  %other2 = load i64, ptr @other
  %a = sub i64 %apart, %apart2
  %b = sub i64 %deeper, %deeper2
  %c = sub i64 %other, %other2
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  ret i64 %abc
}

; One target is the library's: it writes what the call is given, and nothing else.
; CHECK-LABEL: define internal i64 @third
; CHECK: call ptr %f
; CHECK-NOT: load i64, ptr @direct
; CHECK: load i64, ptr @other
; CHECK: load i64, ptr @text
; CHECK: ret i64
define internal i64 @third(i64 %i) {
  %at = getelementptr [2 x ptr], ptr @library, i64 0, i64 %i
  %f = load ptr, ptr %at
  %direct = load i64, ptr @direct
  %other = load i64, ptr @other
  %text = load i64, ptr @text
  %r = call ptr %f(ptr @text, i32 0, i64 8)
  %direct2 = load i64, ptr @direct
  %other2 = load i64, ptr @other
  %text2 = load i64, ptr @text
  %a = sub i64 %direct, %direct2
  %b = sub i64 %other, %other2
  %c = sub i64 %text, %text2
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  ret i64 %abc
}

define i32 @main(i32 %argc, ptr %argv) {
  %i = zext i32 %argc to i64
  %x = call i64 @first(i64 %i)
  %y = call i64 @second(i64 %x)
  %z = call i64 @third(i64 %y)
  store i64 %z, ptr @apart
  call void @writes_deeper(i64 %z)
  ret i32 0
}
