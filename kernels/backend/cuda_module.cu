// The exports of the CUDA module: version, devices, and the table of algorithms.
#include <cuda_runtime_api.h>

#include <cstring>
#include <string>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"

namespace amorph {

cuda_entry*& cuda_entry::first() {
  static cuda_entry* list = nullptr;  // created on first use, because entries of other files may be constructed first
  return list;
}

amorph_cuda_function cuda_entry::find(const char* name, std::uint32_t version) noexcept {
  for (const cuda_entry* e = first(); e != nullptr; e = e->next_)
    if (e->version_ == version && std::strcmp(e->name_, name) == 0) return e->function_;
  return nullptr;
}

namespace {
void need(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  (void)cudaGetLastError();
  if (code == cudaErrorNoDevice) throw error(status::no_device, "no CUDA device in this machine");
  if (code == cudaErrorInsufficientDriver) {
    int driver = 0, runtime = 0;
    (void)cudaDriverGetVersion(&driver);
    (void)cudaRuntimeGetVersion(&runtime);
    auto text = [](int version) { return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10); };
    throw error(status::no_device,
                driver == 0 ? "no NVIDIA driver in this machine"
                            : "the NVIDIA driver is for CUDA " + text(driver) + ", this module needs " + text(runtime));
  }
  throw error(status::no_device, std::string(what) + ": " + cudaGetErrorString(code));
}
}  // namespace

}  // namespace amorph

extern "C" {

uint32_t amorph_cuda_abi_version(void) { return AMORPH_CUDA_ABI_VERSION; }

amorph_cuda_status amorph_cuda_device_count(int32_t* count, char* message, size_t message_size) {
  *count = 0;
  return static_cast<int>(amorph::guarded(message, message_size, [&] {
    int n = 0;
    amorph::need(cudaGetDeviceCount(&n), "cannot count the CUDA devices");
    if (n == 0) amorph::need(cudaErrorNoDevice, "");
    *count = n;
  }));
}

amorph_cuda_status amorph_cuda_device_query(int32_t device, amorph_cuda_device* answer, char* message,
                                            size_t message_size) {
  *answer = {};
  return static_cast<int>(amorph::guarded(message, message_size, [&] {
    cudaDeviceProp p;
    amorph::need(cudaGetDeviceProperties(&p, device), "cannot query the CUDA device");
    int before = 0;
    amorph::need(cudaGetDevice(&before), "cannot query the CUDA device");
    size_t free_bytes = 0, total_bytes = 0;
    amorph::need(cudaSetDevice(device), "cannot select the CUDA device");
    cudaError_t code = cudaMemGetInfo(&free_bytes, &total_bytes);
    (void)cudaSetDevice(before);
    amorph::need(code, "cannot query the CUDA device's memory");
    amorph::write_message(answer->name, sizeof answer->name, p.name);
    answer->total_bytes = total_bytes;
    answer->free_bytes = free_bytes;
    answer->compute_major = p.major;
    answer->compute_minor = p.minor;
    answer->multiprocessors = p.multiProcessorCount;
  }));
}

amorph_cuda_status amorph_cuda_start(int32_t device, char* message, size_t message_size) {
  return static_cast<int>(amorph::guarded(message, message_size, [&] {
    amorph::cuda_exec exec(device);
    amorph::buffer<std::uint32_t, amorph::cuda_exec> word(exec, 1);
    exec.fill(word.span(), 1);
    exec.sync();
  }));
}

amorph_cuda_function amorph_cuda_entry(const char* name, uint32_t version) {
  return amorph::cuda_entry::find(name, version);
}

}  // extern "C"
