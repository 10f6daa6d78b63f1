#include "tests/bake/world/baked_source.h"

#include <fstream>

#include "bake/program/bake_job.h"
#include "core/base/check.h"

namespace waystone {

std::string BakeSource(const std::string& folder, const std::string& map_id, const std::string& file,
                       const std::string& text, const BakeConfig& config) {
  BakeJob job;
  job.source_path = folder + "/" + file;
  std::ofstream(job.source_path) << text;
  job.output_folder = folder;
  job.thread_count = 1;
  job.config = config;
  job.config.map_id = map_id;
  job.config.skeleton = false;
  const BakeEnd end = RunBake(job);
  WS_CHECK(end.status.ok());
  return end.report.package_path;
}

}  // namespace waystone
