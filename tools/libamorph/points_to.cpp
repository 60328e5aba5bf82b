#include <memory>

#include "solver/andersen/andersen.hpp"
#include "tools/libamorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

struct amorph_points_to {
  andersen::solution sets;
};

namespace {

andersen::problem problem_of(const amorph_constraints& c) {
  andersen::problem p;
  p.variables = c.variables;
  p.objects = c.objects;
  if (c.extent != nullptr)
    p.extent.assign(c.extent, c.extent + c.objects);
  else
    p.extent.assign(c.objects, 1);
  if (c.count != 0) require(c.constraints, "constraints");
  p.constraints.reserve(c.count);
  for (std::size_t i = 0; i != c.count; ++i) {
    const amorph_constraint& k = c.constraints[i];
    if (k.kind < AMORPH_ADDRESS_OF || k.kind > AMORPH_OFFSET)
      refuse("constraint " + std::to_string(i) + ": expected a kind 0 .. 4, found " + std::to_string(k.kind));
    p.constraints.push_back({k.dst, k.src, static_cast<andersen::kind>(k.kind), 0, k.offset});
  }
  return p;
}

bool exists(const amorph_points_to* sets, std::uint32_t v) { return sets != nullptr && v < sets->sets.set_of.size(); }

}  // namespace

extern "C" {

amorph_status amorph_points_to_create(amorph_context* context, const amorph_constraints* constraints,
                                      amorph_points_to** sets) {
  return run([&] {
    require(context, "a context");
    require(sets, "a place for the sets");
    const andersen::problem p = problem_of(require_struct(constraints, "amorph_constraints"));
    andersen::options options;
    options.run = context->run;
    auto made = std::make_unique<amorph_points_to>();
    std::string message;
    if (const status code = andersen::solve(p, options, made->sets, message); code != status::ok)
      throw error(code, message);
    *sets = made.release();
  });
}

uint64_t amorph_points_to_size(const amorph_points_to* sets, uint32_t v) {
  return exists(sets, v) ? sets->sets.size(v) : 0;
}
uint64_t amorph_points_to_get(const amorph_points_to* sets, uint32_t v, uint32_t* objects, uint64_t capacity) {
  if (!exists(sets, v) || objects == nullptr) return 0;
  std::uint64_t n = 0;
  sets->sets.for_each(v, [&](andersen::var o) {
    if (n != capacity) objects[n++] = o;
  });
  return n;
}
int amorph_points_to_intersect(const amorph_points_to* sets, uint32_t a, uint32_t b) {
  return exists(sets, a) && exists(sets, b) && sets->sets.intersects(a, b) ? 1 : 0;
}
void amorph_points_to_destroy(amorph_points_to* sets) { delete sets; }

}  // extern "C"
