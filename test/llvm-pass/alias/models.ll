; What a function touches stands with its model, in a user's file too; a user's line replaces all of the built-in one.
; RUN: %opt -aa-pipeline=amorph-aa -passes='amorph-pta<preset=strict;models=%S/Inputs/effects.models>,function(gvn)' -S %s | FileCheck --check-prefix=OWN %s
; RUN: %opt -aa-pipeline=amorph-aa -passes='function(gvn)' -S %s | FileCheck --check-prefix=BUILTIN %s
; RUN: echo 'f: none; reads everything' > %t.models
; RUN: not %opt -passes='amorph-pta<preset=strict;models=%t.models>' -disable-output %s 2>&1 | FileCheck --check-prefix=BAD %s
; BAD: error: amorph-pta: {{.*}}.models:1: expected 'args', got 'everything'
@text = internal global i64 0
declare i64 @checksum(ptr)
declare i64 @strlen(ptr)

; OWN-LABEL: define i64 @looks
; OWN: ret i64 0
; BUILTIN-LABEL: define i64 @looks
; BUILTIN: ret i64 %
define i64 @looks() {
  %x = load i64, ptr @text
  %n = call i64 @checksum(ptr @text)
  %y = load i64, ptr @text
  %difference = sub i64 %y, %x
  ret i64 %difference
}

; OWN-LABEL: define i64 @measures
; OWN: ret i64 %
; BUILTIN-LABEL: define i64 @measures
; BUILTIN: ret i64 0
define i64 @measures() {
  %x = load i64, ptr @text
  %n = call i64 @strlen(ptr @text)
  %y = load i64, ptr @text
  %difference = sub i64 %y, %x
  ret i64 %difference
}
