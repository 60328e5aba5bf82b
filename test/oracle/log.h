/* The file that instrumented programs write and the comparator reads: a header and two hash tables, mapped by all
   processes of all runs at once. Nothing is buffered, so a process may end in any way, and children and threads add to
   the same tables. Entries are only added, by compare-and-exchange. */
#ifndef AMORPH_ORACLE_LOG_H
#define AMORPH_ORACLE_LOG_H

#include <stdint.h>

enum {
  oracle_depth = 6,         /* calls that are kept of the call chain of an allocation, innermost first */
  oracle_log_entries = 22,  /* log2 of the entries of the table of observations */
  oracle_log_contexts = 18, /* log2 of the entries of the table of call chains */
  oracle_log_flows = 20,    /* log2 of the entries of the table of stores and loads */
  oracle_word_bits = 19,    /* of the offset in 8-byte words; larger offsets are recorded as the largest */
  oracle_block_bits = 22,
  oracle_site_bits = 22,
  oracle_offsets = 64 /* offsets that are recorded of a block at one site: arrays have many */
};

/* Numbers of the module (sites.hpp); a log that does not fit the module is refused. Blocks: 0 is memory of nobody
   known, then the globals and stack variables, then one per call chain of an allocation. */
struct oracle_counts {
  uint32_t sites, calls, statics, functions;
};

struct oracle_header {
  char magic[8]; /* "ORACLE 2" */
  struct oracle_counts counts;
  uint64_t entries, contexts, flows;         /* in use */
  uint64_t lost_observations, lost_contexts; /* no space left */
};

/* The call chain of an allocation. */
struct oracle_context {
  uint32_t state;               /* 0: free, 1: being written, 2: ready */
  uint32_t target;              /* the function that calls[0] reached through a pointer, plus 1; 0: by its name */
  uint32_t calls[oracle_depth]; /* plus 1; 0: no further call */
};

/* An observation: site, block and word, or for a call site and function; the top bit is set. */
static inline uint64_t oracle_entry(uint64_t site, uint64_t block, uint64_t word) {
  return (uint64_t)1 << 63 | site << (oracle_block_bits + oracle_word_bits) | block << oracle_word_bits | word;
}

/* What one site stored, another loaded; the top bit is set. */
static inline uint64_t oracle_flow(uint64_t store, uint64_t load) {
  return (uint64_t)1 << 63 | store << oracle_site_bits | load;
}

static const uint64_t oracle_contexts_at = 4096;
static const uint64_t oracle_entries_at = 4096 + ((uint64_t)sizeof(struct oracle_context) << oracle_log_contexts);
static const uint64_t oracle_flows_at =
    4096 + ((uint64_t)sizeof(struct oracle_context) << oracle_log_contexts) + ((uint64_t)8 << oracle_log_entries);
static const uint64_t oracle_log_bytes = 4096 + ((uint64_t)sizeof(struct oracle_context) << oracle_log_contexts) +
                                         ((uint64_t)8 << oracle_log_entries) + ((uint64_t)8 << oracle_log_flows);

#endif
