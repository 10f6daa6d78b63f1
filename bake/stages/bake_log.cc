#include "bake/stages/bake_log.h"

#include <utility>

#include "bake/import/source_file.h"
#include "core/base/str_cat.h"

namespace waystone {

void BakeLog::EndStage(std::string agent, std::string count_name, uint64_t count, uint64_t bytes) {
  const StageTime time = clock_.Lap();
  StageReport& stage = report.stages.emplace_back();
  stage.name = stage_;
  stage.agent = std::move(agent);
  stage.wall_s = time.wall_s;
  stage.cpu_s = time.cpu_s;
  stage.count_name = std::move(count_name);
  stage.count = count;
  stage.bytes = bytes;
}

void BakeLog::WarnOf(std::string_view agent, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    report.warnings.push_back(StrCat("agent '", Printable(agent), "': ", warning));
  }
}

void BakeLog::TellOf(const std::vector<UnknownName>& unknown, const std::set<std::string>& shared_names) {
  for (const UnknownName& name : unknown) {
    (shared_names.contains(name.name) ? report.notes : report.warnings).push_back(name.message);
  }
}

void BakeLog::EndBake() {
  const StageTime time = total_.Lap();
  report.wall_s = time.wall_s;
  report.cpu_s = time.cpu_s;
  report.peak_memory_bytes = PeakMemoryBytes();
}

}  // namespace waystone
