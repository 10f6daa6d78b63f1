// What a bake says of itself while it runs: the report, filled stage by stage.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bake/import/surface_table.h"
#include "bake/report/bake_report.h"
#include "bake/report/stage_clock.h"

namespace waystone {

// One bake's report and clock. One thread.
class BakeLog {
 public:
  // Names the stage that ends next.
  void Begin(std::string_view stage) { stage_ = stage; }
  // Closes the stage, which began where the last one ended. `agent`: empty for stages of the whole map.
  void EndStage(std::string agent, std::string count_name, uint64_t count, uint64_t bytes);
  // Adds warnings, each with the agent's name before it.
  void WarnOf(std::string_view agent, const std::vector<std::string>& warnings);
  // Adds a note for each name of `shared_names`, for shared settings need not suit every source, and a
  // warning for any other.
  void TellOf(const std::vector<UnknownName>& unknown, const std::set<std::string>& shared_names);
  // Seconds and memory of the whole bake.
  void EndBake();

  BakeReport report;

 private:
  std::string stage_;
  StageClock clock_;
  StageClock total_;
};

}  // namespace waystone
