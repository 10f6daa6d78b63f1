#include "bake/program/staged_packages.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "bake/import/source_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/package/temp_file.h"
#include "core/store/loaded_world.h"
#include "core/store/world_folder.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

constexpr int kLockAttempts = 10;

absl::Status Failed(const std::string& path, std::string_view step, const std::error_code& error) {
  return absl::UnavailableError(StrCat(PrintablePath(path), ": ", step, ": ", error.message()));
}

absl::Status Sync(const std::string& folder) {
  const absl::Status status = SyncFolder(folder);
  return status.ok() ? status : absl::UnavailableError(status.message());
}

// Whether it cannot be told now what is in a file: it is neither missing nor broken.
bool IsUnreadable(const absl::Status& status) {
  return !status.ok() && !absl::IsNotFound(status) && !absl::IsDataLoss(status) &&
         !absl::IsUnimplemented(status) && !absl::IsInvalidArgument(status);
}

// Whether no other process has the lock. A file system without locks has none to tell.
bool Lock(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

// The lock's descriptor; -1 if another process has it.
absl::StatusOr<int> MakeAndLock(const std::string& staged) {
  for (int attempt = 0; attempt < kLockAttempts; ++attempt) {
    std::error_code error;
    fs::create_directories(staged, error);
    if (error) return Failed(staged, "cannot be made", error);
    const int fd = ::open(staged.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) continue;  // removed by a bake that has ended just now
    if (!Lock(fd)) {
      ::close(fd);
      return -1;
    }
    struct stat info {};
    if (::fstat(fd, &info) == 0 && info.st_nlink > 0) return fd;
    ::close(fd);
  }
  return Failed(staged, "cannot be opened", std::error_code(errno, std::generic_category()));
}

// Removes the folders of shards in which no bake is at work, as far as it can.
void RemoveShards(const std::string& folder) {
  const fs::path shards = fs::path(folder) / kShardsFolderName;
  std::error_code error;
  for (fs::directory_iterator it(shards, error), end; !error && it != end; it.increment(error)) {
    const int fd = ::open(it->path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) continue;
    std::error_code kept;
    if (Lock(fd)) fs::remove_all(it->path(), kept);
    ::close(fd);
  }
  ::rmdir(shards.c_str());
}

}  // namespace

absl::StatusOr<StagedPackages> StagedPackages::Open(const std::string& folder) {
  const std::string staged = (fs::path(folder) / kStagedFolderName).string();
  WS_ASSIGN_OR_RETURN(const int lock, MakeAndLock(staged));
  if (lock < 0) {
    return absl::FailedPreconditionError(
        StrCat(PrintablePath(folder), ": another bake of a world into this folder is at work"));
  }
  StagedPackages packages(folder, staged, lock);
  TempFile::SweepLeftovers(staged);
  WS_RETURN_IF_ERROR(Sync(folder));
  WS_RETURN_IF_ERROR(packages.MovePublished());
  return packages;
}

absl::StatusOr<StagedPackages> StagedPackages::OpenShard(const std::string& folder, const WorldShard& shard) {
  const std::string own = (fs::path(folder) / kShardsFolderName / FolderNameOf(shard)).string();
  WS_ASSIGN_OR_RETURN(const int lock, MakeAndLock(own));
  if (lock >= 0) {
    TempFile::SweepLeftovers(own);
    return StagedPackages(folder, own, lock);
  }
  return absl::FailedPreconditionError(StrCat(PrintablePath(folder), ": another bake of shard ",
                                              NameOf(shard), " into this folder is at work"));
}

StagedPackages::StagedPackages(StagedPackages&& other) noexcept
    : folder_(std::move(other.folder_)),
      staged_(std::move(other.staged_)),
      lock_(std::exchange(other.lock_, -1)) {}

StagedPackages::~StagedPackages() {
  if (lock_ < 0) return;
  ::rmdir(staged_.c_str());
  ::close(lock_);
}

absl::Status StagedPackages::Move(const std::string& map_id) const {
  std::error_code error;
  const std::string to = PlacedPath(folder_, map_id);
  fs::rename(StagedPath(folder_, map_id), to, error);
  return error ? Failed(to, "cannot be replaced", error) : absl::OkStatus();
}

absl::Status StagedPackages::MovePublished() const {
  const auto world = LoadedWorld::Load((fs::path(folder_) / kWorldFileName).string());
  // What is aside may be all there is of a world that cannot be read.
  if (IsUnreadable(world.status())) return absl::UnavailableError(world.status().message());
  if (!world.ok()) return absl::OkStatus();  // it has published nothing
  const WorldView& view = (*world)->view();
  for (uint32_t map = 0; map < view.maps().size(); ++map) {
    const std::string map_id(view.MapId(WorldMapIndex(map)));
    const auto package = ServedPackage::Open(StagedPath(folder_, map_id));
    if (IsUnreadable(package.status())) return absl::UnavailableError(package.status().message());
    const bool is_published = package.ok() &&
                              (*package)->summary.generation == (*world)->MapGeneration(WorldMapIndex(map)) &&
                              (*package)->reader->VerifyAll().ok();
    if (is_published) WS_RETURN_IF_ERROR(Move(map_id));
  }
  return Sync(folder_);
}

absl::Status StagedPackages::Publish(const std::string& world_path, std::span<const std::byte> world,
                                     const std::vector<std::string>& map_ids,
                                     absl::FunctionRef<void(size_t done)> moved) {
  size_t done = 0;
  moved(done);
  const absl::Status written = WritePackageFile(world_path, world);
  if (!written.ok()) return absl::UnavailableError(written.message());
  moved(++done);
  for (const std::string& map_id : map_ids) {
    WS_RETURN_IF_ERROR(Move(map_id));
    moved(++done);
  }
  WS_RETURN_IF_ERROR(Sync(folder_));
  std::error_code error;
  for (fs::directory_iterator it(staged_, error), end; !error && it != end; it.increment(error)) {
    fs::remove(it->path(), error);
  }
  RemoveShards(folder_);
  return absl::OkStatus();
}

}  // namespace waystone
