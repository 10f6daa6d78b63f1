#include "bench/message_path.h"

#include <filesystem>
#include <system_error>

#include "bench/stopwatch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/base/temporary_folder.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

// [bytes] Of the answer to a batch: some thousands of positions a request are more than the service's
// default.
constexpr uint32_t kMaxResponseBytes = 64U << 20;

}  // namespace

// The store loads folders: one with nothing but the package in it.
absl::Status LoadAlone(const std::string& package_path, MapStore& store) {
  WS_ASSIGN_OR_RETURN(const TemporaryFolder folder, TemporaryFolder::Make("waystone-bench"));
  std::error_code error;
  fs::create_symlink(fs::absolute(package_path), fs::path(folder.path()) / "bench.waymap", error);
  const absl::StatusOr<std::vector<MapStore::Refusal>> refusals = store.LoadFolder(folder.path());
  if (error) return absl::InternalError(StrCat(package_path, ": ", error.message()));
  WS_RETURN_IF_ERROR(refusals.status());
  return refusals->empty() ? absl::OkStatus() : refusals->front().status;
}

absl::StatusOr<std::unique_ptr<MessagePath>> MessagePath::Create(const std::string& package_path,
                                                                 const std::string& agent) {
  std::unique_ptr<MessagePath> path(new MessagePath);
  WS_RETURN_IF_ERROR(LoadAlone(package_path, path->store_));
  path->map_id_ = path->store_.All().front().package->summary.map_id;
  path->agent_ = agent;
  return path;
}

absl::StatusOr<double> MessagePath::Answer(const std::string& batch) {
  absl::Status status;
  const double us = MicrosecondsOf([&] {
    v1::BatchRequest request;
    v1::BatchResponse response;
    MapLookup maps(store_);
    RequestScope scope;
    scope.scratch = &scratch_;
    scope.maps = &maps;
    if (!request.ParseFromString(batch)) status = absl::InternalError("a batch of our own was not parsed");
    status.Update(handler_.Handle(request, scope, response).status());
    for (const v1::BatchResult& result : response.results()) {
      if (result.has_error()) status.Update(absl::InvalidArgumentError(result.error().message()));
    }
    if (response.SerializeAsString().empty()) status.Update(absl::InternalError("an empty answer"));
  });
  if (!status.ok()) return status;
  return us * 1e-6;
}

absl::StatusOr<double> MessagePath::PerSecond(const std::function<void(uint32_t, v1::BatchItem&)>& fill,
                                              double seconds, uint32_t max_batches) {
  double used_s = 0;
  uint32_t next = 0;
  uint32_t batches = 0;
  for (bool is_warm = false; !is_warm || (used_s < seconds && batches < max_batches); is_warm = true) {
    v1::BatchRequest batch;
    batch.set_map_id(map_id_);
    batch.set_max_response_bytes(kMaxResponseBytes);
    if (!agent_.empty()) batch.mutable_agent()->set_profile(agent_);
    for (uint32_t i = 0; i < kBatchItems; ++i) fill(next++, *batch.add_items());
    WS_ASSIGN_OR_RETURN(const double batch_s, Answer(batch.SerializeAsString()));
    if (!is_warm) continue;
    used_s += batch_s;
    ++batches;
  }
  return batches * kBatchItems / used_s;
}

}  // namespace waystone
