// waystone-bench: measures Waystone, beside its peers where there are some. See docs/benchmarks.md.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "bench/bench_lines.h"
#include "bench/navmesh/navmesh_suite.h"

namespace waystone {
namespace {

void AddNavmeshSuite(CLI::App& app, NavmeshSuiteOptions& options, std::string& peer) {
  CLI::App* suite = app.add_subcommand("navmesh", "Routes and local queries on a baked map, against Detour");
  suite->add_option("--package", options.package_path, "The package (.waymap)")->required();
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--pairs", options.pairs, "Pairs per length bucket [200]")->check(CLI::Range(1, 100'000));
  suite->add_option("--seed", options.seed, "Of the pairs and places drawn [1]");
  suite->add_option("--peer", peer, "detour or none [detour]")->check(CLI::IsMember({"detour", "none"}));
  suite
      ->add_option("--exact", options.exact_samples,
                   "Pairs per bucket also measured by the exact search [30]")
      ->check(CLI::Range(1, 100'000));
  suite->add_option("--local", options.local_queries, "Local queries of each kind [20000]")
      ->check(CLI::Range(0, 10'000'000));
  suite->add_option("--bake-report", options.bake_report_path, "waystone-bake's report of this package");
}

int Run(int argc, char** argv) {
  CLI::App app("Measures Waystone, beside its peers.", "waystone-bench");
  app.require_subcommand(1);
  app.fallthrough();
  bool as_json = false;
  app.add_flag("--json", as_json, "One JSON object per line");
  NavmeshSuiteOptions navmesh;
  std::string peer = "detour";
  AddNavmeshSuite(app, navmesh, peer);
  CLI11_PARSE(app, argc, argv);
  navmesh.with_detour = peer == "detour";
  const absl::Status status = RunNavmeshSuite(navmesh, BenchLines(as_json));
  if (status.ok()) return 0;
  std::fprintf(stderr, "waystone-bench: %s\n", std::string(status.message()).c_str());
  return 1;
}

}  // namespace
}  // namespace waystone

int main(int argc, char** argv) { return waystone::Run(argc, argv); }
