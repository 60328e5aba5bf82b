/* The runtime of instrumented programs (instrument.cpp): which block and word a load or store hits, and which function
   an indirect call reaches. Observations go to the file $AMORPH_ORACLE_LOG (log.h); without it nothing is recorded.

   Each 8-byte word of the program's memory has a shadow word at a fixed distance, as in MemorySanitizer (Stepanov and
   Serebryany, CGO 2015): the number of its block and the offset within it. The shadow is written when memory comes into
   being (start-up, function entry, malloc) and cleared when it goes. A block on the heap is known by the chain of calls
   that allocated it; instrumented functions keep that chain in frames on the stack.

   For each byte there is also the site that stored it last, in pages that are made when they are first needed. Sites
   that store or load a member of a struct have a part in this alone: what strict aliasing is about. */
#define _GNU_SOURCE
#include "test/oracle/log.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct frame {
  struct frame* parent;
  uint32_t call; /* the call that entered this function, plus 1 */
};
struct variable {
  void* address;
  uint64_t bytes;
  uint64_t block;
};
/* Made by the instrumenting pass. */
extern const struct oracle_counts __oracle_counts;
extern const struct variable __oracle_variables[];
extern const uint64_t __oracle_variable_count;
extern void* const __oracle_functions[];

__thread struct frame* __oracle_top;
__thread uint32_t __oracle_call; /* the call being made, plus 1; with the top bit set if it is indirect */
static __thread void* last_target;

static int state; /* 0: not yet asked, 1: records, 2: does not */
static struct oracle_header* header;
static struct oracle_context* contexts;
static uint64_t* entries;
static uint64_t* flows;
static uint32_t* last_store; /* per site, of a load: plus 1 */
static uint64_t* last_seen;           /* per site */
static uint32_t* function_table;      /* hash table of indices into __oracle_functions, plus 1 */
static uint64_t function_mask;

static const uint32_t indirect_call = 0x80000000u;
enum { word_mask_bits = 40, cache_bits = 16 };
static const uint64_t largest_block = (uint64_t)4 << 30; /* of larger ones nothing is known */
static struct {
  uint64_t key;
  uint32_t offsets;
} seen[1 << cache_bits];
static struct {
  struct oracle_context context;
  uint32_t block;
} chains[1 << 12];

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);
extern void __libc_free(void*);

static uint64_t mix(uint64_t x) {
  x ^= x >> 31;
  x *= 0x9e3779b97f4a7c15u;
  return x ^ x >> 29;
}

static uint64_t* shadow(const void* address) {
  return (uint64_t*)(((uintptr_t)address & ~(uintptr_t)7) ^ 0x500000000000u);
}

static void* map(uintptr_t at, size_t bytes) {
  return (void*)syscall(SYS_mmap, at, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0), -1, (off_t)0);
}

/* The images of the three ranges in which programs have memory. */
static int map_shadow(void) {
  static const uintptr_t ranges[][2] = {
      {0x010000000000, 0x100000000000}, {0x200000000000, 0x300000000000}, {0x500000000000, 0x510000000000}};
  for (unsigned i = 0; i != 3; ++i)
    if (map(ranges[i][0], ranges[i][1] - ranges[i][0]) != (void*)ranges[i][0]) return 0;
  return 1;
}

static int open_log(void) {
  const char* path = getenv("AMORPH_ORACLE_LOG");
  if (!path || !*path) return 0;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  struct stat s;
  if (file < 0 || flock(file, LOCK_EX) || fstat(file, &s)) return 0;
  if ((uint64_t)s.st_size != oracle_log_bytes && (s.st_size || ftruncate(file, (off_t)oracle_log_bytes))) return 0;
  void* at = (void*)syscall(SYS_mmap, 0, oracle_log_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)0);
  int good = at != MAP_FAILED;
  if (good) {
    header = at;
    contexts = (struct oracle_context*)((char*)at + oracle_contexts_at);
    entries = (uint64_t*)((char*)at + oracle_entries_at);
    flows = (uint64_t*)((char*)at + oracle_flows_at);
    if (!s.st_size) {
      memcpy(header->magic, "ORACLE 2", 8);
      header->counts = __oracle_counts;
    }
    good = !memcmp(header->magic, "ORACLE 2", 8) && !memcmp(&header->counts, &__oracle_counts, sizeof __oracle_counts);
  }
  flock(file, LOCK_UN); /* the mapping would keep it */
  close(file);
  return good;
}

static void index_functions(void) {
  const uint64_t count = __oracle_counts.functions;
  uint64_t size = 16;
  while (size < 2 * count) size *= 2;
  function_mask = size - 1;
  function_table = map(0, size * sizeof *function_table);
  for (uint64_t i = 0; i != count; ++i) {
    if (!__oracle_functions[i]) continue;
    uint64_t at = mix((uintptr_t)__oracle_functions[i]) & function_mask;
    while (function_table[at]) at = (at + 1) & function_mask;
    function_table[at] = (uint32_t)i + 1;
  }
}

/* The number of a function plus 1; 0: none of the module. */
static uint32_t function_at(const void* address) {
  for (uint64_t at = mix((uintptr_t)address) & function_mask; function_table[at]; at = (at + 1) & function_mask)
    if (__oracle_functions[function_table[at] - 1] == address) return function_table[at];
  return 0;
}

static void label(const void* address, uint64_t bytes, uint64_t block) {
  if (!address || bytes > largest_block) return;
  uint64_t* at = shadow(address);
  const uint64_t words = (bytes + 7) / 8;
  for (uint64_t i = 0; i != words; ++i) at[i] = block << word_mask_bits | i;
}

/* --- Who stored what --- */

/* Each byte's slot: the number of the site plus 1, and the value that it stored, by which what other code stored
   since is known. Two levels of tables lead to pages of 4 KiB. */
enum { value_bits = 8, page_bytes = 4096, table_bits = 18 };
static uint32_t** writer_tables[1 << 17];

static void* map_once(void* slot, size_t bytes) {
  void *found = __atomic_load_n((void**)slot, __ATOMIC_ACQUIRE), *made;
  if (found) return found;
  made = map(0, bytes);
  if (made == MAP_FAILED) return NULL;
  if (__atomic_compare_exchange_n((void**)slot, &found, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return made;
  syscall(SYS_munmap, made, bytes);
  return found;
}

/* The slots from `address` to the end of its page; null if there are none, and none are to be made. */
static uint32_t* writers(const void* address, int make) {
  const uintptr_t page = (uintptr_t)address / page_bytes, table = page >> table_bits;
  const uintptr_t row = page & (((uintptr_t)1 << table_bits) - 1);
  if (table >> 17) return NULL;
  uint32_t** rows = writer_tables[table];
  if (!rows && make) rows = map_once(&writer_tables[table], sizeof *rows << table_bits);
  if (!rows) return NULL;
  uint32_t* slots = rows[row];
  if (!slots && make) slots = map_once(&rows[row], page_bytes * sizeof *slots);
  return slots ? slots + (uintptr_t)address % page_bytes : NULL;
}

static uint64_t in_page(const void* address, uint64_t bytes) {
  const uint64_t rest = page_bytes - (uintptr_t)address % page_bytes;
  return bytes < rest ? bytes : rest;
}

static void forget_writers(const char* address, uint64_t bytes) {
  for (uint64_t n; bytes; address += n, bytes -= n) {
    n = in_page(address, bytes);
    uint32_t* slots = writers(address, 0);
    if (slots) memset(slots, 0, n * sizeof *slots);
  }
}

static void clear(const void* address, uint64_t bytes) {
  if (bytes > largest_block) return;
  memset(shadow(address), 0, (bytes + 7) / 8 * 8);
  forget_writers(address, bytes);
}

static int start(void) {
  if (state || !environ) return state == 1; /* the dynamic linker allocates before there is an environment */
  state = 2;
  if (!open_log() || !map_shadow()) return 0;
  index_functions();
  last_seen = map(0, ((uint64_t)__oracle_counts.sites + 1) * sizeof *last_seen);
  last_store = map(0, ((uint64_t)__oracle_counts.sites + 1) * sizeof *last_store);
  for (uint64_t i = 0; i != __oracle_variable_count; ++i)
    label(__oracle_variables[i].address, __oracle_variables[i].bytes, __oracle_variables[i].block);
  state = 1;
  return 1;
}
__attribute__((constructor(101))) static void start_early(void) { start(); }

/* --- Observations --- */

static void record_in(uint64_t* table, unsigned bits, uint64_t* used, uint64_t entry) {
  const uint64_t mask = ((uint64_t)1 << bits) - 1;
  for (uint64_t at = mix(entry) & mask;; at = (at + 1) & mask) {
    uint64_t found = __atomic_load_n(&table[at], __ATOMIC_RELAXED);
    if (found == entry) return;
    if (found) continue;
    if (__atomic_load_n(used, __ATOMIC_RELAXED) > mask / 4 * 3) {
      __atomic_fetch_add(&header->lost_observations, 1, __ATOMIC_RELAXED);
      return;
    }
    if (__atomic_compare_exchange_n(&table[at], &found, entry, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      __atomic_fetch_add(used, 1, __ATOMIC_RELAXED);
      return;
    }
    if (found == entry) return;
  }
}

static void record(uint64_t entry) { record_in(entries, oracle_log_entries, &header->entries, entry); }

static __attribute__((noinline)) void first_access(uint32_t site, uint64_t hit) {
  const uint64_t block = hit >> word_mask_bits, key = (uint64_t)(site + 1) << oracle_block_bits | block;
  uint64_t word = hit & (((uint64_t)1 << word_mask_bits) - 1);
  const uint64_t largest = ((uint64_t)1 << oracle_word_bits) - 1, at = mix(key) >> (64 - cache_bits);
  if (word > largest) word = largest;
  if (seen[at].key != key) {
    seen[at].key = key;
    seen[at].offsets = 0;
  }
  if (seen[at].offsets == oracle_offsets) return;
  ++seen[at].offsets;
  record(oracle_entry(site, block, word));
}

void __oracle_access(uint32_t site, const void* address) {
  if (state != 1 || (uintptr_t)address >> 47) return;
  const uint64_t hit = *shadow(address);
  if (last_seen[site] == hit + 1) return;
  last_seen[site] = hit + 1;
  first_access(site, hit);
}

void __oracle_range(uint32_t site, const void* address, uint64_t bytes) {
  if (bytes) __oracle_access(site, address);
}

/* After a store; `writer` is the site plus 1, or 0 if it is of no member of a struct. Copies and fills are such: what
   they move was stored in other memory. */
void __oracle_stored(uint32_t writer, const unsigned char* address, uint64_t bytes) {
  if (state != 1 || (uintptr_t)address >> 47) return;
  if (!writer) return forget_writers((const char*)address, bytes);
  for (uint64_t n; bytes; address += n, bytes -= n) {
    n = in_page(address, bytes);
    uint32_t* slots = writers(address, 1);
    for (uint64_t i = 0; slots && i != n; ++i) slots[i] = writer << value_bits | address[i];
  }
}

/* Before a load of a member of a struct. */
void __oracle_loaded(uint32_t site, const unsigned char* address, uint64_t bytes) {
  if (state != 1 || (uintptr_t)address >> 47) return;
  for (uint64_t n; bytes; address += n, bytes -= n) {
    n = in_page(address, bytes);
    const uint32_t* slots = writers(address, 0);
    for (uint64_t i = 0; slots && i != n; ++i) {
      const uint32_t writer = slots[i] >> value_bits;
      if (!writer || writer == last_store[site] || (slots[i] & ((1u << value_bits) - 1)) != address[i]) continue;
      last_store[site] = writer;
      record_in(flows, oracle_log_flows, &header->flows, oracle_flow(writer - 1, site));
    }
  }
}

void __oracle_indirect(uint32_t site, void* target) {
  if (state != 1) return;
  last_target = target;
  if (last_seen[site] == (uintptr_t)target) return;
  last_seen[site] = (uintptr_t)target;
  record(oracle_entry(site, function_at(target), 0));
}

/* --- Memory that comes and goes --- */

/* Block 0: the memory goes. */
void __oracle_label(const void* address, uint64_t bytes, uint32_t block) {
  if (state != 1) return;
  clear(address, bytes); /* longjmp leaves functions without a word */
  if (block) label(address, bytes, block);
}

/* The end of a function with labelled variables: everything between here and its frame. */
void __oracle_leave(const void* frame) {
  const char* here = __builtin_frame_address(0);
  if (state == 1 && (const char*)frame > here) clear(here, (uint64_t)((const char*)frame - here));
}

static uint32_t intern(const struct oracle_context* wanted, uint64_t hash) {
  const uint64_t mask = ((uint64_t)1 << oracle_log_contexts) - 1;
  const uint32_t first = header->counts.statics + 1;
  for (uint64_t at = hash & mask;; at = (at + 1) & mask) {
    struct oracle_context* c = &contexts[at];
    uint32_t found = __atomic_load_n(&c->state, __ATOMIC_ACQUIRE);
    if (found == 0) {
      if (__atomic_load_n(&header->contexts, __ATOMIC_RELAXED) > mask / 4 * 3) {
        __atomic_fetch_add(&header->lost_contexts, 1, __ATOMIC_RELAXED);
        return 0;
      }
      if (__atomic_compare_exchange_n(&c->state, &found, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        c->target = wanted->target;
        memcpy(c->calls, wanted->calls, sizeof c->calls);
        __atomic_store_n(&c->state, 2, __ATOMIC_RELEASE);
        __atomic_fetch_add(&header->contexts, 1, __ATOMIC_RELAXED);
        return first + (uint32_t)at;
      }
    }
    /* Another process is about to write it, or died while it did: then the chain has two numbers, which is harmless. */
    for (int i = 0; found == 1 && i != 1000; ++i) found = __atomic_load_n(&c->state, __ATOMIC_ACQUIRE);
    if (found == 2 && c->target == wanted->target && !memcmp(c->calls, wanted->calls, sizeof c->calls))
      return first + (uint32_t)at;
  }
}

/* The block of an allocation made now; 0: by code that is not instrumented. */
static uint64_t block_of_chain(void) {
  struct oracle_context c;
  memset(&c, 0, sizeof c);
  c.state = 2;
  c.calls[0] = __oracle_call & ~indirect_call;
  if (!c.calls[0]) return 0;
  c.target = __oracle_call & indirect_call ? function_at(last_target) : 0;
  const struct frame* f = __oracle_top;
  for (unsigned i = 1; i != oracle_depth && f; ++i, f = f->parent) {
    c.calls[i] = f->call & ~indirect_call;
    if (!f->call) break;
  }
  uint64_t hash = c.target;
  for (unsigned i = 0; i != oracle_depth; ++i) hash = mix(hash * 31 + c.calls[i]);
  const uint64_t at = hash & 0xfff;
  if (chains[at].block && !memcmp(&chains[at].context, &c, sizeof c)) return chains[at].block;
  const uint32_t block = intern(&c, hash);
  chains[at].block = 0;
  chains[at].context = c;
  chains[at].block = block;
  return block;
}

static void* fresh(void* p, size_t usable) {
  if (p) label(p, usable, block_of_chain());
  return p;
}
static void* fresh_chunk(void* p) { return p ? fresh(p, malloc_usable_size(p)) : p; }

void* malloc(size_t bytes) {
  void* p = __libc_malloc(bytes);
  return start() ? fresh_chunk(p) : p;
}
/* The thrown object: what the library allocates begins with a header. */
void* __cxa_allocate_exception(size_t bytes) {
  void* (*const next)(size_t) = (void* (*)(size_t))dlsym(RTLD_NEXT, "__cxa_allocate_exception");
  void* p = next(bytes);
  return start() ? fresh(p, bytes) : p;
}
void* calloc(size_t count, size_t bytes) {
  void* p = __libc_calloc(count, bytes);
  return start() ? fresh_chunk(p) : p;
}
void free(void* p) {
  if (p && state == 1) {
    const int error = errno;
    clear(p, malloc_usable_size(p));
    errno = error;
  }
  __libc_free(p);
}
/* The lifetime of the old object ends (ISO C 7.22.3.5), also where the memory stays in its place. */
void* realloc(void* p, size_t bytes) {
  if (!p || !start()) return p ? __libc_realloc(p, bytes) : malloc(bytes);
  uint64_t block = *shadow(p) >> word_mask_bits;
  const size_t usable = malloc_usable_size(p);
  memset(shadow(p), 0, (usable + 7) / 8 * 8);
  void* now = __libc_realloc(p, bytes);
  if (now == p || (!now && bytes)) {
    const size_t left = malloc_usable_size(p);
    if (now) block = block_of_chain();
    label(p, left, block);
    if (left < usable) forget_writers((char*)p + left, usable - left);
    return now;
  }
  forget_writers(p, usable);
  return fresh_chunk(now);
}
void* reallocarray(void* p, size_t count, size_t bytes) {
  size_t product;
  if (__builtin_mul_overflow(count, bytes, &product)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(p, product);
}
void* memalign(size_t alignment, size_t bytes) {
  void* p = __libc_memalign(alignment, bytes);
  return start() ? fresh_chunk(p) : p;
}
void* aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
void* valloc(size_t bytes) { return memalign(4096, bytes); }
void* pvalloc(size_t bytes) { return memalign(4096, (bytes + 4095) & ~(size_t)4095); }
int posix_memalign(void** result, size_t alignment, size_t bytes) {
  void* p = memalign(alignment, bytes);
  if (!p) return ENOMEM;
  *result = p;
  return 0;
}
void* mmap(void* at, size_t bytes, int protection, int flags, int file, off_t offset) {
  void* p = (void*)syscall(SYS_mmap, at, bytes, protection, flags, file, offset);
  return p != MAP_FAILED && start() ? fresh(p, bytes) : p;
}
void* mmap64(void* at, size_t bytes, int protection, int flags, int file, off_t offset) {
  return mmap(at, bytes, protection, flags, file, offset);
}
int munmap(void* p, size_t bytes) {
  if (state == 1) clear(p, bytes);
  return (int)syscall(SYS_munmap, p, bytes);
}
