/* Points-to constraints of every kind, solved at once and kept in a context. */
#include "test/tools/bindings/amorph/check.h"

/* Objects 0 .. 6, of which 2, 3 and 4 are the fields of a block of 24 bytes. */
enum { objects = 7, variables = 16 };
static const uint32_t slot_of_word[] = {0, 1, 2}, slot_stride[] = {0, 0, 0};
static const uint64_t slot_position[] = {0, 8, 16};
static const amorph_layout layouts[] = {{24, 0, 0, 3, 0}};
static const amorph_block blocks[] = {{2, 0}};
static const amorph_move moves[] = {{8, 0}, {0, AMORPH_ANY_STRIDE}, {-8, 0}};
static const uint64_t filter_begin[] = {0, 2, 3};
static const uint32_t filter_objects[] = {3, 5, 4}, merged[] = {11, 8}, online[] = {13, 12};
static const uint32_t extent[] = {1, 1, 3, 1, 1, 2, 1};
static const amorph_constraint list[] = {
    {7, 2, AMORPH_ADDRESS_OF, 0},  /* 7 = &2 */
    {8, 7, AMORPH_FIELD, 0},       /* 8 = 7 + 8 bytes: 3 */
    {9, 7, AMORPH_FIELD, 1},       /* 9 = 7 + any byte: 2, 3, 4 */
    {10, 9, AMORPH_FILTER, 0},     /* 10 = what of 9 passes filter 0: 3 */
    {12, 5, AMORPH_ADDRESS_OF, 0}, /* 12 = &5 */
    {13, 6, AMORPH_ADDRESS_OF, 0}, /* 13 = &6 */
    {13, 12, AMORPH_LOAD, 0},      /* 13 = *12 */
    {12, 13, AMORPH_STORE, 0},     /* *12 = 13: 5 has 6 */
    {14, 12, AMORPH_OFFSET, 1},    /* 14 = 12 + 1 object: 6 */
    {15, 7, AMORPH_FIELD, 2},      /* 15 = 7 - 8 bytes: 4, as the block repeats */
};

static amorph_constraints system_of_all_kinds(void) {
  amorph_constraints k = {.size = sizeof k};
  k.variables = variables;
  k.objects = objects;
  k.extent = extent;
  k.constraints = list;
  k.count = sizeof list / sizeof list[0];
  k.moves = moves;
  k.move_count = 3;
  k.layouts = layouts;
  k.layout_count = 1;
  k.blocks = blocks;
  k.block_count = 1;
  k.slot_of_word = slot_of_word;
  k.word_count = 3;
  k.slot_position = slot_position;
  k.slot_stride = slot_stride;
  k.slot_count = 3;
  k.filter_begin = filter_begin;
  k.filter_objects = filter_objects;
  k.filter_count = 2;
  k.merged = merged;
  k.merged_count = 1;
  k.online = online;
  k.online_count = 1;
  return k;
}

/* A bit per object. */
static unsigned set_of(const amorph_points_to* sets, uint32_t v) {
  uint32_t found[objects];
  unsigned bits = 0;
  const uint64_t n = amorph_points_to_get(sets, v, found, objects);
  for (uint64_t i = 0; i != n; ++i) bits |= 1U << found[i];
  return bits;
}
static void check_sets(const amorph_points_to* sets) {
  CHECK(set_of(sets, 7) == 1 << 2 && set_of(sets, 8) == 1 << 3 && set_of(sets, 9) == (7 << 2));
  CHECK(set_of(sets, 10) == 1 << 3 && set_of(sets, 11) == 1 << 3);
  CHECK(set_of(sets, 12) == 1 << 5 && set_of(sets, 13) == 1 << 6 && set_of(sets, 5) == 1 << 6);
  CHECK(set_of(sets, 14) == 1 << 6 && set_of(sets, 15) == 1 << 4);
}

static void refused(amorph_context* c, const amorph_constraints* k, const char* why) {
  amorph_points_to* sets = NULL;
  CHECK(amorph_points_to_create(c, k, &sets) == AMORPH_BAD_INPUT && sets == NULL);
  CHECK(strstr(amorph_last_error(), why));
}

static void faults_are_found(amorph_context* c) {
  const amorph_block two[] = {{2, 0}, {4, 0}};
  const uint64_t descends[] = {2, 0, 3};
  amorph_constraints k = system_of_all_kinds();
  k.move_count = 2;
  refused(c, &k, "constraint 9: expected one of 2 moves, found 2");
  k = system_of_all_kinds();
  k.filter_count = 0;
  refused(c, &k, "constraint 3: the filter is out of range");
  k = system_of_all_kinds();
  k.filter_begin = descends;
  refused(c, &k, "filter 0: ends before it begins");
  k = system_of_all_kinds();
  k.blocks = two;
  k.block_count = 2;
  refused(c, &k, "block 1: overlaps block 0");
  k = system_of_all_kinds();
  k.layout_count = 0;
  refused(c, &k, "block 0: there is no layout 0");
  k = system_of_all_kinds();
  k.word_count = 2;
  refused(c, &k, "layout 0: words out of range");
  k = system_of_all_kinds();
  k.slot_stride = NULL;
  refused(c, &k, "expected strides of slots, found NULL");
  k = system_of_all_kinds();
  k.merged = NULL;
  refused(c, &k, "expected merged pairs, found NULL");
}

/* An older caller's struct, which ends with `count`. */
static void older_structs_have_no_fields(amorph_context* c) {
  amorph_constraints k = system_of_all_kinds();
  amorph_points_to* sets = NULL;
  k.size = offsetof(amorph_constraints, moves);
  k.count = 1;
  CHECK(amorph_points_to_create(c, &k, &sets) == AMORPH_OK && set_of(sets, 7) == 1 << 2);
  amorph_points_to_destroy(sets);
}

static void kept_constraints_are_solved_often(amorph_context* c) {
  const amorph_constraints k = system_of_all_kinds();
  amorph_kept_constraints* kept = NULL;
  CHECK(amorph_constraints_keep(c, &k, &kept) == AMORPH_OK);
  for (int bits = 0; bits != 32; ++bits) {
    amorph_points_to_options o = {.size = sizeof o};
    amorph_points_to* sets = NULL;
    o.no_substitution = bits & 1;
    o.no_hybrid_cycles = bits & 2;
    o.no_cycle_collapse = bits & 4;
    o.no_overlap = bits & 8;
    CHECK(amorph_constraints_solve(kept, bits != 0 ? &o : NULL, &sets) == AMORPH_OK);
    check_sets(sets);
    amorph_points_to_destroy(sets);
  }
  amorph_constraints_forget(kept);
  amorph_constraints_forget(NULL);
  CHECK(amorph_constraints_solve(NULL, NULL, NULL) == AMORPH_BAD_INPUT);
}

int main(void) {
  amorph_context* c = cpu();
  const amorph_constraints k = system_of_all_kinds();
  amorph_points_to* sets = NULL;
  CHECK(amorph_points_to_create(c, &k, &sets) == AMORPH_OK);
  check_sets(sets);
  amorph_points_to_destroy(sets);
  faults_are_found(c);
  older_structs_have_no_fields(c);
  kept_constraints_are_solved_often(c);
  amorph_context_destroy(c);
  return 0;
}
