; What the preset c takes for granted are the rules of C and C++: other languages get strict unless a preset is named.
; Rust reads an enumeration through the structure of a variant; its variable is declared as another one.
; RUN: %opt -passes='print<amorph-pta><world=closed>' -disable-output %s | FileCheck %s --check-prefix=AUTO
; RUN: %opt -passes='print<amorph-pta><world=closed;calls=abi>' -disable-output %s | FileCheck %s --check-prefix=OWN
; RUN: %opt -passes='print<amorph-pta><world=closed;preset=c>' -disable-output %s | FileCheck %s --check-prefix=C
; RUN: sed s/DW_LANG_Rust/DW_LANG_C11/ %s | %opt -passes='print<amorph-pta><world=closed>' -disable-output | FileCheck %s --check-prefix=C
; RUN: %opt -passes='amorph-pta<world=closed>,print<amorph-callgraph>' -disable-output %s | FileCheck %s --check-prefix=CALLS
; A code that LLVM does not know is another language; HIP is C++.
; RUN: sed 's/language: DW_LANG_Rust/language: 62/' %s | %opt -passes='print<amorph-pta><world=closed>' -disable-output | FileCheck %s --check-prefix=UNKNOWN
; RUN: sed s/DW_LANG_Rust/DW_LANG_HIP/ %s | %opt -passes='print<amorph-pta><world=closed>' -disable-output | FileCheck %s --check-prefix=C
; UNKNOWN: (preset strict for another language)
; AUTO: (preset strict for DW_LANG_Rust)
; AUTO: %p {{.*}}-> { g }
; OWN: (preset strict for DW_LANG_Rust, calls=abi)
; C: (preset c)
; C-NOT: %p {{.*}}-> { g }
; CALLS: (preset strict for DW_LANG_Rust)
%Expr = type { i64, double }
%Name = type { [1 x i64], ptr }
@g = internal global i32 0

define internal ptr @of(ptr %e) !dbg !4 {
  %at = getelementptr inbounds %Name, ptr %e, i32 0, i32 1, !dbg !6
  %p = load ptr, ptr %at, !dbg !6
  ret ptr %p, !dbg !6
}

define i32 @main() !dbg !7 {
  %e = alloca %Expr, align 8
  %at = getelementptr inbounds i8, ptr %e, i64 8, !dbg !8
  store ptr @g, ptr %at, !dbg !8
  %q = call ptr @of(ptr %e), !dbg !8
  %v = load i32, ptr %q, !dbg !8
  ret i32 %v, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "languages.rs", directory: "/")
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "of", scope: !2, file: !2, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocation(line: 2, scope: !4)
!7 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 4, scope: !7)
