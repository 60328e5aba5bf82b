// oneTBB's functions that arena.cpp calls, for libraries that rarely need several threads: libtbb is opened at the
// first call. A compiler loads the LLVM plugin for each source file and never starts a thread; loading libtbb would
// take as long as analysing a small file.
//
// A library that links this file before libtbb, with --as-needed, has no dependency on libtbb. If another version of
// oneTBB calls more functions, the linker adds that dependency again.
#include <dlfcn.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <string>

#include "amorph/kernels/base/error.hpp"

namespace {

void* library() {
  static void* const opened = [] {
    const std::string name = "libtbb.so." + std::to_string(__TBB_BINARY_VERSION);
    void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      const char* why = ::dlerror();
      throw amorph::error(amorph::status::internal,
                          "several threads need oneTBB: " + std::string(why != nullptr ? why : name));
    }
    return handle;
  }();
  return opened;
}

// The function of libtbb with this mangled name; Signature is that of the calling one.
template <class Signature> Signature* function(const char* name) {
  void* found = ::dlsym(library(), name);
  if (found == nullptr) throw amorph::error(amorph::status::internal, "libtbb has no function " + std::string(name));
  return reinterpret_cast<Signature*>(found);
}

}  // namespace

namespace tbb::detail::r1 {

// The declarations are oneTBB's own. Each definition needs its mangled name once more: C++ has no operator for it.
#define AMORPH_FORWARD(result, name, parameters, arguments, mangled) \
  result name parameters {                                           \
    static auto* const to = function<result parameters>(mangled);    \
    return to arguments;                                             \
  }

// info.h, global_control.h
AMORPH_FORWARD(int, numa_default_concurrency, (int node), (node), "_ZN3tbb6detail2r124numa_default_concurrencyEi")
AMORPH_FORWARD(void, create, (d1::global_control & c), (c), "_ZN3tbb6detail2r16createERNS0_2d114global_controlE")
AMORPH_FORWARD(void, destroy, (d1::global_control & c), (c), "_ZN3tbb6detail2r17destroyERNS0_2d114global_controlE")
// task_arena.h
AMORPH_FORWARD(void, initialize, (d1::task_arena_base & a), (a),
               "_ZN3tbb6detail2r110initializeERNS0_2d115task_arena_baseE")
AMORPH_FORWARD(void, terminate, (d1::task_arena_base & a), (a),
               "_ZN3tbb6detail2r19terminateERNS0_2d115task_arena_baseE")
AMORPH_FORWARD(void, execute, (d1::task_arena_base & a, d1::delegate_base& body), (a, body),
               "_ZN3tbb6detail2r17executeERNS0_2d115task_arena_baseERNS2_13delegate_baseE")
AMORPH_FORWARD(int, max_concurrency, (const d1::task_arena_base* a), (a),
               "_ZN3tbb6detail2r115max_concurrencyEPKNS0_2d115task_arena_baseE")
// detail/_task.h, task_group.h
AMORPH_FORWARD(void, spawn, (d1::task & t, d1::task_group_context& c), (t, c),
               "_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextE")
AMORPH_FORWARD(void, execute_and_wait,
               (d1::task & t, d1::task_group_context& of, d1::wait_context& w, d1::task_group_context& waiting),
               (t, of, w, waiting),
               "_ZN3tbb6detail2r116execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_contextES6_")
AMORPH_FORWARD(d1::slot_id, execution_slot, (const d1::execution_data* d), (d),
               "_ZN3tbb6detail2r114execution_slotEPKNS0_2d114execution_dataE")
AMORPH_FORWARD(void, notify_waiters, (std::uintptr_t context), (context), "_ZN3tbb6detail2r114notify_waitersEm")
AMORPH_FORWARD(void, initialize, (d1::task_group_context & c), (c),
               "_ZN3tbb6detail2r110initializeERNS0_2d118task_group_contextE")
AMORPH_FORWARD(void, destroy, (d1::task_group_context & c), (c),
               "_ZN3tbb6detail2r17destroyERNS0_2d118task_group_contextE")
AMORPH_FORWARD(bool, is_group_execution_cancelled, (d1::task_group_context & c), (c),
               "_ZN3tbb6detail2r128is_group_execution_cancelledERNS0_2d118task_group_contextE")
// detail/_small_object_pool.h
AMORPH_FORWARD(void*, allocate, (d1::small_object_pool * &pool, std::size_t n), (pool, n),
               "_ZN3tbb6detail2r18allocateERPNS0_2d117small_object_poolEm")
AMORPH_FORWARD(void*, allocate, (d1::small_object_pool * &pool, std::size_t n, const d1::execution_data& d),
               (pool, n, d), "_ZN3tbb6detail2r18allocateERPNS0_2d117small_object_poolEmRKNS2_14execution_dataE")
AMORPH_FORWARD(void, deallocate,
               (d1::small_object_pool & pool, void* object, std::size_t n, const d1::execution_data& d),
               (pool, object, n, d),
               "_ZN3tbb6detail2r110deallocateERNS0_2d117small_object_poolEPvmRKNS2_14execution_dataE")
#undef AMORPH_FORWARD

}  // namespace tbb::detail::r1
