#include "bake/stages/bake_run.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "bake/import/source_file.h"
#include "core/base/status_macros.h"

namespace waystone {

BakeRun::BakeRun(const BakeJob& bake_job) : job(bake_job) {
  log.report.threads = job.thread_count > 0
                           ? job.thread_count
                           : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::function<void(uint64_t, uint64_t)> BakeRun::Progress(std::string_view unit) const {
  return [this, unit](uint64_t done, uint64_t total) {
    if (job.progress) job.progress(unit, done, total);
  };
}

absl::Status BakeRun::InSource(const absl::Status& status) const { return InFile(job.source_path, status); }

AgentConfig BakeRun::OneAgent() const {
  return job.config.agents.empty() ? AgentConfig{} : job.config.agents[0];
}

void BakeRun::EndStage(const PlannedVariant& planned, std::string count_name, uint64_t count,
                       uint64_t bytes) {
  log.EndStage(planned.variant.agent.name, std::move(count_name), count, bytes);
  log.report.stages.back().abilities = planned.variant.abilities;
}

absl::Status RunStages(std::span<const BakeStage> stages, BakeRun& run) {
  for (const BakeStage& stage : stages) {
    if (!stage.applies(run)) continue;
    run.log.Begin(stage.name);
    if (run.job.progress) run.job.progress(stage.name, 0, 0);
    WS_RETURN_IF_ERROR(stage.run(run));
  }
  return absl::OkStatus();
}

}  // namespace waystone
