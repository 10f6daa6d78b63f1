// New packages of a world, put aside until its file names them (core/store/world_folder.h).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bake/program/world_shard.h"

namespace waystone {

// One bake of a world's folder. One thread.
class StagedPackages {
 public:
  // Makes the folder for them and locks it, and first moves into place what an ended bake had published but not moved.
  // What an ended bake had not published stays aside. FailedPrecondition if another bake holds the lock; Unavailable if
  // the folder cannot be written. REQUIRES: `folder` exists.
  static absl::StatusOr<StagedPackages> Open(const std::string& folder);

  // The same of a shard (bake/program/world_shard.h), whose packages lie in a folder of its own beside those of other
  // shards, and which publishes nothing. FailedPrecondition if another bake of the same shard is at work.
  static absl::StatusOr<StagedPackages> OpenShard(const std::string& folder, const WorldShard& shard);

  StagedPackages(StagedPackages&& other) noexcept;
  StagedPackages& operator=(StagedPackages&&) = delete;
  // Removes the folder if it is empty, and unlocks it.
  ~StagedPackages();

  // Where packages are put aside.
  const std::string& folder() const { return staged_; }

  // Replaces the world file, from which moment the packages count; then moves those of these maps into place, and
  // removes what else is aside, and the folders of shards that no bake is at work in. Calls `moved` before and after each
  // of these steps. Unavailable if a step fails: what was published stays so, and the next Open moves the rest.
  absl::Status Publish(const std::string& world_path, std::span<const std::byte> world,
                       const std::vector<std::string>& map_ids, absl::FunctionRef<void(size_t done)> moved);

 private:
  StagedPackages(std::string folder, std::string staged, int lock)
      : folder_(std::move(folder)), staged_(std::move(staged)), lock_(lock) {}

  absl::Status MovePublished() const;
  absl::Status Move(const std::string& map_id) const;

  std::string folder_;
  std::string staged_;
  int lock_;
};

}  // namespace waystone
