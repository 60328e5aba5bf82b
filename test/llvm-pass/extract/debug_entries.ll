; Debug information as the verifier accepts it, from other front ends than clang: null elements, members without a type,
; elements that are no members, functions without a type. Nothing ends, and the members that are described are named.
; LLVM 22 takes null elements for errors and drops the debug information.
; UNSUPPORTED: llvm22
; RUN: %opt -passes='verify,print<amorph-pta>,amorph-pta<world=closed;call-limit=1>,print<amorph-callgraph>' -disable-output %s | FileCheck %s
; RUN: %opt -aa-pipeline=amorph-aa -passes='amorph-pta<preset=c>,aa-eval' -disable-output %s
; CHECK: g.next
; CHECK: a.m3:2 in f: t
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%struct.T = type { ptr, ptr, i64, [2 x ptr] }
@g = global %struct.T zeroinitializer, !dbg !30
define i32 @f(ptr %p, ptr %q) !dbg !5 {
    #dbg_value(ptr %p, !20, !DIExpression(), !22)
  %a = getelementptr %struct.T, ptr %p, i32 0, i32 1
  %b = load ptr, ptr %a, !dbg !22
  store ptr %b, ptr %p, !dbg !22
  %fp = load ptr, ptr %q, !dbg !22
  %r = call i32 %fp(ptr %b, ptr %p), !dbg !22
  ret i32 %r
}
define i32 @main() !dbg !25 {
  %x = call i32 @f(ptr @g, ptr @h), !dbg !26
  ret i32 %x
}
@h = global ptr @t
define i32 @t(ptr %p, ptr %q) !dbg !27 {
  ret i32 0
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug, globals: !{!30})
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.m3", directory: "/")
!3 = !{null, !9, !10, !11, !12, !13, !14}
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "T", file: !2, size: 320, elements: !3)
!5 = distinct !DISubprogram(name: "f", file: !2, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{null, !8, !8}
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!9 = !DIDerivedType(tag: DW_TAG_member, name: "nobase", file: !2, baseType: null, size: 64)
!10 = !DIDerivedType(tag: DW_TAG_member, name: "next", file: !2, baseType: !8, size: 64, offset: 64)
!11 = !DISubrange(count: 3)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "arr", file: !2, baseType: !15, size: 128, offset: 192)
!13 = !DIEnumerator(name: "E", value: 1)
!14 = !DIDerivedType(tag: DW_TAG_inheritance, baseType: null, size: 64, offset: 128)
!15 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 128, elements: !16)
!16 = !{null}
!20 = !DILocalVariable(name: "p", scope: !5, file: !2, line: 1, type: null)
!21 = !DISubroutineType(types: null)
!22 = !DILocation(line: 2, scope: !5)
!25 = distinct !DISubprogram(name: "main", file: !2, line: 1, type: !21, unit: !0, spFlags: DISPFlagDefinition)
!26 = !DILocation(line: 0, scope: !25)
!27 = distinct !DISubprogram(name: "t", file: !2, line: 1, type: null, unit: !0, spFlags: DISPFlagDefinition)
!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())
!31 = distinct !DIGlobalVariable(name: "g", file: !2, type: !4, isDefinition: true)
