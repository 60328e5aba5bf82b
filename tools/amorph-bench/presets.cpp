// The graphs of the papers are made by what makes their like here: Stanford's web graph (0.28M vertices, 2.3M arcs) by R-MAT of
// that size, DIMACS's road networks by maps of roads with as many crossings. Strategies that stand for a paper's baseline and
// for its idea are named in docs/bench.md.
#include "presets.hpp"

namespace amorph::bench {

const std::vector<preset>& presets() {
  static const std::vector<preset> all = {
      {"quick",
       "all problems and strategies on small inputs: some seconds",
       "",
       "",
       {"road:200x200", "rmat:13:8", "uniform:400:8", "road:60x60@16"},
       3,
       255,
       false},
      {"iisc-6.1",
       "IISc report, table 6.1: node splitting in bfs and sssp",
       "bfs,sssp",
       "mask,compacted,worklist,split",
       {"rmat:20:4", "rmat:18:4"},
       5,
       100,
       false},
      {"iisc-6.2",
       "IISc report, table 6.2: dynamic parallelism in bfs and sssp",
       "bfs,sssp",
       "mask,worklist,donation,children",
       {"rmat:20:4", "rmat:18:4"},
       5,
       100,
       false},
      {"morph-8",
       "Morph algorithms, figure 8: refinement of 10 million triangles, part by part",
       "refine",
       "topology,three-phase-launches,three-phase,three-phase-adaptive,unordered,unfiltered,priority,single",
       {"points:5000000"},
       3,
       255,
       false},
      {"iisc-6.3",
       "IISc report, table 6.3: refinement of 5.6 million triangles",
       "refine",
       "priority,three-phase,atomic,two-stage,two-stage-shared,two-stage-children",
       {"points:2800000"},
       3,
       255,
       false},
      {"atomic-free-12",
       "Atomic-free, figure 12: worklists of sssp",
       "sssp",
       "worklist,prefix-sum,topology",
       {"rmat:22:4", "uniform:8388608:2", "road:5000x5000"},
       3,
       100,
       false},
      {"atomic-free-13",
       "Atomic-free, figure 13: refinement with and without atomics",
       "refine",
       "three-phase,atomic",
       {"points:500000", "points:1000000", "points:1500000"},
       3,
       255,
       false},
      {"atomic-free-16",
       "Atomic-free, figure 16: unique elements in worklists of bfs",
       "bfs",
       "unique,duplicates,worklist,prefix-sum,scatter-gather,local-queues",
       {"rmat:22:4", "uniform:8388608:2", "road:5000x5000"},
       3,
       100,
       false},
      {"atomic-free-17",
       "Atomic-free, figure 17: vertices finished in each step of bfs on roads",
       "bfs",
       "worklist",
       {"road:5000x5000"},
       1,
       100,
       true},
      {"iiit-9",
       "IIIT report, table IX: all problems on road networks",
       "bfs,stcon,sssp,mst,maxflow",
       "auto,mask,propagate",
       {"road:526x526", "road:580x580", "road:675x675", "road:1058x1058", "road:1270x1270", "road:1705x1705",
        "road:2573x2573", "road:3856x3856", "road:5000x5000", "road:526x526@64", "road:1058x1058@64"},
       3,
       255,
       false},
      {"iiit-10",
       "IIIT report, table X: all problems on random graphs of mean degree 12",
       "bfs,stcon,sssp,mst,maxflow",
       "auto,mask,compacted,propagate",
       {"uniform:1000000:6", "uniform:2000000:6", "uniform:4000000:6", "uniform:8000000:6", "rmat:20:6", "rmat:21:6",
        "rmat:22:6", "rmat:23:6", "uniform:1000000:6@64", "rmat:20:6@64"},
       3,
       100,
       false},
      {"iiit-11",
       "IIIT report, table XI: apsp on random graphs of mean degree 12",
       "apsp",
       "blocked,recursive,from-sssp",
       {"uniform:256:6", "uniform:512:6", "uniform:1024:6", "uniform:2048:6", "uniform:4096:6", "uniform:9216:6",
        "rmat:8:6", "rmat:9:6", "rmat:10:6", "rmat:11:6", "rmat:12:6"},
       3,
       100,
       false},
  };
  return all;
}

const preset* find_preset(const std::string& name) {
  for (const preset& p : presets())
    if (name == p.name) return &p;
  return nullptr;
}

std::string preset_names() {
  std::string list;
  for (const preset& p : presets()) list.append(list.empty() ? "" : ", ").append(p.name);
  return list;
}

}  // namespace amorph::bench
