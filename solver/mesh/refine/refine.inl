// Delaunay refinement in rounds, for any executor: "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali; PPoPP 2013),
// section 2, figure 3.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <type_traits>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/mesh/refine/core.hpp"
#include "solver/mesh/refine/layout.hpp"
#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/refine/rounds.hpp"

namespace amorph::mesh::refining {

struct judge_all {
  judge judging;
  AMORPH_BODY void operator()(std::size_t i) const {
    triangle& t = judging.mesh.triangles[i];
    t.marks = judging(t.corner, t.next, t.marks & mark::segments, judging.mesh.areas.of(static_cast<std::uint32_t>(i)));
    t.made = 0;
  }
};
// Those that were given up where precision ended.
struct judge_again {
  judge judging;
  AMORPH_BODY void operator()(std::size_t i) const {
    triangle& t = judging.mesh.triangles[i];
    if ((t.marks & mark::at_precision) != 0)
      t.marks =
          judging(t.corner, t.next, t.marks & mark::segments, judging.mesh.areas.of(static_cast<std::uint32_t>(i)));
  }
};
// In the end: why a triangle breaks a bound; all_well where it breaks none.
inline constexpr std::uint8_t all_well = 255;
struct tell_why {
  judge strictly;
  std::uint8_t* why;
  AMORPH_BODY void operator()(std::size_t i) const {
    const triangle t = strictly.mesh.triangles[i];
    const std::uint32_t now =
        strictly(t.corner, t.next, t.marks & mark::segments, strictly.mesh.areas.of(static_cast<std::uint32_t>(i)));
    why[i] = (now & mark::bad) != 0 ? static_cast<std::uint8_t>(cause_of(t.marks, now))
             : (now & mark::encroached) != 0 && !mark::wanting(t.marks) ? static_cast<std::uint8_t>(cause::precision)
                                                                        : all_well;
  }
  AMORPH_BODY static cause cause_of(std::uint32_t marks, std::uint32_t now) {
    if ((marks & mark::at_precision) != 0) return cause::precision;
    if ((marks & mark::kept_segment) != 0) return cause::kept_segment;
    if (mark::wanting(marks)) return cause::point_limit;
    return (now & mark::encroached) != 0 ? cause::precision : cause::input_angle;
  }
};
struct is_not_well {
  const std::uint8_t* why;
  AMORPH_BODY bool operator()(std::size_t i) const { return why[i] != all_well; }
};
// The bounds of area of the triangles that there are.
struct read_bounds {
  area_bounds areas;
  double* to;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = areas.of(static_cast<std::uint32_t>(i)); }
};
struct wants {
  const triangle* triangles;
  AMORPH_BODY bool operator()(std::size_t i) const { return mark::wanting(triangles[i].marks); }
};
struct on_a_segment {
  const std::uint32_t* point_segment;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const { return point_segment[i] != none ? 1 : 0; }
};
template <class Exec> class chance_rounds;

template <class Exec> class refinement {
  friend class chance_rounds<Exec>;
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  refinement(Exec& exec, const refine_problem& in) : exec_(exec), in_(in) { load(); }

  void solve() {
    lay_out();
    begin();
    if (how() >= strategy::three_phase) {
      chance_rounds<Exec>(*this, how()).run();
      list_bad();  // what is left: cavities that did not fit
    }
    rounds();
    // What there was no room for may have come to have it; or might, but for the limit.
    for (std::uint64_t before = 0; given_up_ != 0 && points_ != before; rounds()) {
      before = points_;
      exec_.for_each(triangles_, judge_again{judging()});
      list_bad();
      given_up_ -= std::min<std::uint64_t>(given_up_, waiting_);
    }
    exec_.sync();
  }

  void finish(refine_answer& answer) {
    release_scratch();
    answer.rounds = round_;
    answer.tried = tried_;
    answer.inserted = points_ - in_.points;
    answer.given_up = given_up_;
    give_bad();
    {
      buffer<std::uint32_t> corners(exec_, 3 * std::size_t{triangles_}), neighbours(exec_, corners.size()),
          segments(exec_, corners.size());
      exec_.for_each(triangles_, split_triangles{triangle_.data(), segment_.data(), point_order_.data(), in_.points,
                                                 corners.data(), neighbours.data(), segments.data()});
      give(part::corners, corners.span());
      give(part::neighbours, neighbours.span());
      give(part::segments, segments.span());
    }
    if (in_.region != nullptr) give(part::region, region_.span().subspan(0, triangles_));
    if (in_.area_bound != nullptr) {
      buffer<double> bound(exec_, triangles_);
      exec_.for_each(triangles_, read_bounds{view().areas, bound.data()});
      give(part::area_bound, bound.span());
    }
    if (in_.single != 0) {
      point_.resize_discard(points_);
      exec_.for_each(points_, widen{narrow_.data(), in_.grid_low, in_.scale, point_.data()});
    }
    give_points<point>(part::points, point_, 1);
    give_points<double>(part::attributes, attributes_, in_.attribute_count);
    answer.on_segments = count_on_segments();
    give_points<std::uint32_t>(part::point_segment, point_segment_, 1);
  }

 private:
  // What came, in the executor's memory.
  void load() {
    points_ = in_.points;
    triangles_ = in_.triangles;
    most_points_ = std::min<std::uint64_t>(none - 1, in_.max_points > none ? none : in_.points + in_.max_points);
    point_ = buffer<point>(exec_, span<const point>(in_.point_at, points_));
    attributes_ = buffer<double>(exec_, span<const double>(in_.attributes, points_ * std::size_t{in_.attribute_count}));
    point_segment_ = buffer<std::uint32_t>(exec_, points_);
    if (in_.point_segment != nullptr)
      exec_.copy_in(span<const std::uint32_t>(in_.point_segment, points_), point_segment_.span());
    else
      exec_.fill(point_segment_.span(), none);
    const std::size_t sides = 3 * std::size_t{triangles_};
    corners_ = buffer<std::uint32_t>(exec_, span<const std::uint32_t>(in_.corners, sides));
    neighbours_ = buffer<std::uint32_t>(exec_, span<const std::uint32_t>(in_.neighbours, sides));
    segments_ = buffer<std::uint32_t>(exec_, span<const std::uint32_t>(in_.triangle_segments, sides));
    segment_ends_ =
        buffer<std::uint32_t>(exec_, span<const std::uint32_t>(in_.segment_ends, 2 * std::size_t{in_.segments}));
    if (in_.sharp != nullptr) sharp_ = buffer<std::uint8_t>(exec_, span<const std::uint8_t>(in_.sharp, points_));
    if (in_.region != nullptr) region_ = buffer<double>(exec_, span<const double>(in_.region, triangles_));
    if (in_.area_bound != nullptr) area_bound_ = buffer<double>(exec_, span<const double>(in_.area_bound, triangles_));
    // What refinement by angles comes to need of most inputs: three times as much, in half of the memory that there is.
    const double room = 0.5 * static_cast<double>(exec_.memory().limit() - exec_.memory().current());
    const double once = 100.0 * triangles_ + (28.0 + 8.0 * in_.attribute_count) * points_;
    const double ahead = std::clamp(room / once, 1.0, 3.0);
    reserve(points_, triangles_, ahead);
    if (ahead < 3) return;
    make_room(list_, 2 * std::size_t{triangles_});
    make_room(next_list_, 2 * std::size_t{triangles_});
    make_room(scratch_, std::size_t{triangles_} / 24 * small_height * cavity_store::lists);
  }

  // Points and triangles along the curve; from here on they have other names.
  void lay_out() {
    buffer<std::uint32_t> key(exec_, std::max(points_, triangles_));
    point_order_ = buffer<std::uint32_t>(exec_, points_);
    buffer<std::uint32_t> triangle_order(exec_, triangles_), point_rank(exec_, points_),
        triangle_rank(exec_, triangles_);
    if (how() == strategy::unordered) {
      exec_.for_each(points_, as_it_is{point_order_.data()});
      exec_.for_each(triangles_, as_it_is{triangle_order.data()});
    } else {
      const double extent = std::max(in_.high.x - in_.low.x, in_.high.y - in_.low.y);
      const cells where{in_.low.x, in_.low.y, extent > 0 ? 65536 / extent : 0};
      exec_.for_each(points_, place_points{where, point_.data(), key.data(), point_order_.data()});
      sort_pairs(exec_, key.span().subspan(0, points_), point_order_.span());
      exec_.for_each(triangles_,
                     place_triangles{where, point_.data(), corners_.data(), key.data(), triangle_order.data()});
      sort_pairs(exec_, key.span().subspan(0, triangles_), triangle_order.span());
    }
    exec_.for_each(points_, invert{point_order_.data(), point_rank.data()});
    exec_.for_each(triangles_, invert{triangle_order.data(), triangle_rank.data()});
    exec_.for_each(triangles_,
                   build_triangles{corners_.data(), neighbours_.data(), segments_.data(), triangle_order.data(),
                                   triangle_rank.data(), point_rank.data(), triangle_.data(), segment_.data()});
    corners_.release();
    neighbours_.release();
    segments_.release();
    permute(point_, point_order_, 1);
    if (in_.single != 0) exec_.for_each(points_, narrow_down{point_.data(), in_.grid_low, in_.scale, narrow_.data()});
    permute(point_segment_, point_order_, 1);
    permute(attributes_, point_order_, in_.attribute_count);
    permute(sharp_, point_order_, 1);
    permute(region_, triangle_order, 1);
    permute(area_bound_, triangle_order, 1);
    if (in_.area_bound != nullptr) {
      came_ = buffer<triangle>(exec_, triangles_);
      exec_.template copy<triangle>(triangle_.span().subspan(0, triangles_), came_.span());
      exec_.for_each(triangles_, as_it_is{holder_.data()});
    }
    exec_.for_each(segment_ends_.size(), rename{point_rank.data(), segment_ends_.data()});
  }
  template <class T> void permute(buffer<T>& values, const buffer<std::uint32_t>& order, std::size_t each) {
    if (values.empty()) return;
    buffer<T> moved(exec_, values.size());
    exec_.for_each(order.size(), gather<T>{values.data(), order.data(), moved.data(), each});
    values.swap(moved);
  }
  void begin() {
    exec_.for_each(triangles_, judge_all{judging()});
    list_bad();
    round_ = 0;
  }
  void rounds() {
    while (waiting_ != 0 && points_ < most_points_) {
      if (round_ >= most_rounds) throw error(status::internal, "refinement does not end");
      ++round_;
      one_round();
      if (how() == strategy::topology) list_bad();
      look();
    }
  }
  void list_bad() {
    make_room(list_, triangles_);
    waiting_ = select_indices(exec_, triangles_, wants{triangle_.data()}, list_.span().subspan(0, triangles_));
  }
  void look() {
    if (in_.report != nullptr) in_.report(in_.context, round_, points_, triangles_, waiting_);
    if (in_.stop != nullptr && in_.stop(in_.context) != 0) throw error(status::interrupted, "interrupted");
  }

  void one_round() {
    const bool large = height_ != small_height;
    exec_.write(counters_.data(), counters{});
    const std::uint32_t n = waiting_;
    for (auto* flags : {&runs_, &stays_}) make_room(*flags, n);
    make_room(running_, n);
    exec_.for_each(n, nominate{view(), list_.data(), n, runs_.data(), stays_.data(), corner_marks_.data(), round_,
                               large, how() == strategy::unfiltered, counters_.data()});
    auto run = static_cast<std::uint32_t>(
        select_indices(exec_, n,
                       leads_at_corners{triangle_.data(), list_.data(), runs_.data(), corner_marks_.data(), round_,
                                        how() == strategy::unfiltered},
                       running_.span()));
    const std::uint32_t wanted = run;
    if (large) run = std::min(run, most_large(height_));
    tried_ += run;
    reserve(points_ + std::size_t{run}, triangles_ + 2 * std::size_t{run});
    const mesh_view mesh = view();
    const judge judges = judging();
    const claims_view claims{marks_.data(), nullptr, nullptr};
    make_room(scratch_, std::size_t{run} * height_ * cavity_store::lists);
    const cavity_store store{scratch_.data(), run, height_, Exec::on_device && !large};
    make_room(proposals_, run);
    make_room(gains_, run);
    exec_.for_each(
        run,
        propose{
            {mesh, judges, store, triangles_}, claims, list_.data(), running_.data(), run, proposals_.data(), round_});
    exec_.for_each(
        run, resolve{mesh, claims, store, list_.data(), running_.data(), proposals_.data(), gains_.data(), round_});
    inclusive_scan(exec_, span<const std::uint64_t>(gains_.span()), gains_.span());
    make_room(count_, n);
    exec_.fill(count_.span(), 0);
    const auto insert = [&](auto carrying) {
      exec_.for_each(run, retriangulate<carrying.value>{{mesh, judges, store, round_},
                                                        list_.data(),
                                                        running_.data(),
                                                        proposals_.data(),
                                                        gains_.data(),
                                                        count_.data(),
                                                        stays_.data(),
                                                        points_,
                                                        triangles_,
                                                        most_points_,
                                                        counters_.data()});
    };
    if (in_.attribute_count != 0 || in_.region != nullptr || in_.area_bound != nullptr)
      insert(std::true_type{});
    else
      insert(std::false_type{});
    exec_.for_each(n, count_stays{stays_.data(), count_.data()});
    inclusive_scan(exec_, span<const std::uint32_t>(count_.span()), count_.span());
    make_room(next_list_, n + std::size_t{triangles_} + 2 * std::size_t{run});
    exec_.for_each(n, keep_stays{list_.data(), count_.data(), stays_.data(), next_list_.data()});
    exec_.for_each(run,
                   add_made{mesh, store, list_.data(), running_.data(), count_.data(), stays_.data(), proposals_.data(),
                            gains_.data(), triangles_, round_, next_list_.data(), counters_.data()});
    exec_.single(add_up{count_.data() + (n - 1), run == 0 ? nullptr : gains_.data() + (run - 1), counters_.data()});
    list_.swap(next_list_);
    const counters seen = exec_.read(counters_.data());
    const std::uint64_t gain = points_ + (seen.gain >> 32) > most_points_ ? seen.gain_at_limit : seen.gain;
    points_ += static_cast<std::uint32_t>(gain >> 32);
    triangles_ += static_cast<std::uint32_t>(gain);
    waiting_ = seen.waiting;
    given_up_ += seen.given_up;
    // Cavities that did not fit have a round of their own, with more room.
    if (seen.overflows != 0)
      height_ = 8 * height_;
    else if (wanted == run)
      height_ = small_height;
  }

  // grow(wish), or grow(least) where memory does not suffice for more.
  template <class F> static void as_large_as_fits(std::size_t wish, std::size_t least, F grow) {
    try {
      grow(wish);
    } catch (const error& e) {
      if (e.code() != status::out_of_memory || wish <= least) throw;
      grow(least);
    }
  }
  // For scratch whose need changes from round to round.
  template <class T> static void make_room(buffer<T>& values, std::size_t size) {
    if (size > values.capacity())
      as_large_as_fits(size + size / 2, size, [&](std::size_t n) { values.resize_discard(n); });
    values.resize_discard(size);
  }
  // By half at least, or `ahead` times.
  void reserve(std::size_t points, std::size_t triangles, double ahead = 1) {
    if (points > none - 1 || triangles > most_triangles)
      throw error(status::out_of_memory, "a mesh of more than " + std::to_string(most_triangles) + " triangles");
    auto wish = [&](std::size_t wanted, std::size_t has, std::size_t most) {
      return std::min(std::max(static_cast<std::size_t>(ahead * static_cast<double>(wanted)), has + has / 2), most);
    };
    if (points > corner_marks_.size())
      as_large_as_fits(wish(points, corner_marks_.size(), none - 1), points, [&](std::size_t n) { point_room(n); });
    if (triangles > marks_.size())
      as_large_as_fits(wish(triangles, marks_.size(), most_triangles), triangles,
                       [&](std::size_t n) { triangle_room(n); });
  }
  // (What tells how large they are grows last.)
  void point_room(std::size_t more) {
    if (in_.single != 0)
      narrow_.resize(more);
    else
      point_.resize(more);
    attributes_.resize(more * in_.attribute_count);
    point_segment_.resize(more);
    grow_zeroed(corner_marks_, more);
  }
  void triangle_room(std::size_t more) {
    triangle_.resize(more);
    segment_.resize(3 * more);
    if (in_.region != nullptr) region_.resize(more);
    if (in_.area_bound != nullptr) holder_.resize(more);
    grow_zeroed(marks_, more);
  }
  void grow_zeroed(buffer<std::uint64_t>& values, std::size_t more) {
    const std::size_t before = values.size();
    values.resize(more);
    if (more > before) exec_.fill(values.span().subspan(before, more - before), 0);
  }

  [[nodiscard]] strategy how() const { return static_cast<strategy>(in_.strategy); }
  [[nodiscard]] mesh_view view() {
    return {{point_.data(), narrow_.data()},
            triangle_.data(),
            segment_.data(),
            point_segment_.data(),
            region_.data(),
            {area_bound_.data(), came_.data(), holder_.data()},
            attributes_.data(),
            in_.attribute_count};
  }
  [[nodiscard]] judge judging() {
    return {view(),
            {in_.square_cosine, in_.off_centre, in_.area_scale, 2 * in_.max_area * in_.area_scale, in_.longest_edge,
             in_.least_edge, segment_ends_.data(), sharp_.data(), in_.points, in_.split_boundary != 0,
             in_.split_inside != 0, true}};
  }
  static std::uint32_t most_large(std::uint32_t height) {
    return std::max<std::uint32_t>(1, (std::uint32_t{1} << 24) / height);
  }

  void release_scratch() {
    for (auto* values : {&running_, &count_, &scratch_, &list_, &next_list_}) values->release();
    for (auto* values : {&marks_, &corner_marks_, &gains_}) values->release();
    for (auto* values : {&runs_, &stays_}) values->release();
    proposals_.release();
  }
  void give_bad() {
    judge strictly = judging();
    strictly.bound.sharp = nullptr;  // those that small angles of the input force, too
    strictly.bound.least_edge = 0;
    buffer<std::uint8_t> why(exec_, triangles_);
    exec_.for_each(triangles_, tell_why{strictly, why.data()});
    buffer<std::uint32_t> bad(exec_, triangles_);
    bad.resize_discard(select_indices(exec_, triangles_, is_not_well{why.data()}, bad.span()));
    buffer<std::uint8_t> why_bad(exec_, bad.size());
    exec_.for_each(bad.size(), gather<std::uint8_t>{why.data(), bad.data(), why_bad.data(), 1});
    give(part::bad, bad.span());
    give(part::why, why_bad.span());
  }
  std::uint64_t count_on_segments() {
    buffer<std::uint64_t> sum(exec_, 1);
    reduce_into<std::uint64_t>(exec_, points_, on_a_segment{point_segment_.data()}, sum.data(), 0);
    return exec_.read(sum.data());
  }
  template <class T> void give(std::uint32_t which, span<T> values) {
    auto* room = static_cast<T*>(in_.room(in_.context, which, values.size()));
    if (!values.empty()) exec_.template copy_out<T>(values, span<T>(room, values.size()));
  }
  // Those that came by their old names, the rest as they were added.
  template <class T> void give_points(std::uint32_t which, buffer<T>& values, std::size_t each) {
    buffer<T> moved(exec_, points_ * each);
    exec_.for_each(in_.points, scatter<T>{values.data(), point_order_.data(), moved.data(), each});
    const std::size_t from = in_.points * each, more = moved.size() - from;
    if (more != 0) exec_.template copy<T>(values.span().subspan(from, more), moved.span().subspan(from, more));
    give(which, moved.span());
  }

  static constexpr std::uint32_t small_height = 48;  // triangles, and edges, of a cavity

  Exec& exec_;
  const refine_problem in_;
  std::uint32_t points_ = 0, triangles_ = 0, most_points_ = 0, waiting_ = 0, round_ = 0, height_ = small_height;
  std::uint64_t tried_ = 0, given_up_ = 0;
  buffer<point> point_{exec_};
  buffer<narrow_point> narrow_{exec_};
  buffer<double> attributes_{exec_}, region_{exec_}, area_bound_{exec_};
  buffer<std::uint32_t> point_segment_{exec_}, corners_{exec_}, neighbours_{exec_}, segments_{exec_},
      segment_ends_{exec_}, segment_{exec_}, point_order_{exec_}, holder_{exec_};
  buffer<std::uint8_t> sharp_{exec_}, runs_{exec_}, stays_{exec_};
  buffer<triangle> triangle_{exec_}, came_{exec_};
  buffer<std::uint64_t> marks_{exec_}, corner_marks_{exec_}, gains_{exec_};
  buffer<std::uint32_t> running_{exec_}, count_{exec_}, scratch_{exec_}, list_{exec_}, next_list_{exec_};
  buffer<proposal> proposals_{exec_};
  buffer<counters> counters_{exec_, 1};
};

}  // namespace amorph::mesh::refining

#include "solver/mesh/racing/racing.inl"

namespace amorph::mesh::refining {

template <class Exec> void run_refinement(Exec& exec, const refine_problem& in, refine_answer& answer) {
  auto timed = [&](double& ms, auto f) {
    const auto start = std::chrono::steady_clock::now();
    f();
    exec.sync();
    ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  };
  std::optional<refinement<Exec>> core;
  timed(answer.load_ms, [&] { core.emplace(exec, in); });
  timed(answer.refine_ms, [&] { core->solve(); });
  timed(answer.finish_ms, [&] { core->finish(answer); });
  std::snprintf(answer.backend, sizeof answer.backend, "%s", exec.name().c_str());
  answer.threads = exec.threads();
  answer.strategy = in.strategy;
  answer.peak_bytes = exec.memory().peak();
}

}  // namespace amorph::mesh::refining
