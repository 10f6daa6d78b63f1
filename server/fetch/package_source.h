// An HTTP server or object store whose packages are served (docs/package_source.md).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/publish/package_index.h"
#include "core/store/map_store.h"
#include "server/base/event_log.h"
#include "server/fetch/http_client.h"
#include "server/fetch/object_cache.h"
#include "server/fetch/package_objects.h"

namespace waystone {

// Where a server's packages come from if not from a folder. Plain data.
struct PackageSourceOptions {
  std::string url;                            // as SourceUrl; empty: a folder it is
  std::string cache;                          // folder; it must be given
  uint64_t cache_bytes = uint64_t{10} << 30;  // [bytes, 1 MiB-1 PiB, 10 GiB]
  std::string ca_file;                        // PEM; empty: the system's
  std::string s3_region;                      // of s3+https://
  std::string s3_credentials;                 // file; empty: of the environment
  bool is_insecure = false;                   // http:// beyond loopback is allowed
};

// Thread-safe; one Load at a time. The log must outlive it, and it the stores that it has loaded.
class PackageSource {
 public:
  struct Counts {
    PackageObjects::Counts objects;
    ObjectCache::Counts cache;
    bool is_up = false;  // the source gave its index when it was last asked
  };

  // Opens the cache; asks the source nothing yet. InvalidArgument if the URL or what it needs is not as it has to be, FailedPrecondition if
  // another server has the cache.
  static absl::StatusOr<std::unique_ptr<PackageSource>> Open(const PackageSourceOptions& options,
                                                             const WaitingPlaces::Limits& waiting,
                                                             const EventLog& log);

  // Fetches the index and the world file, and the new packages of those maps of the store that are loaded, pinned or in the cache, and then serves what the
  // index says, all at once. What cannot be had, or not until the deadline, is a refusal, and stays as it was; the world and all maps of it
  // stay together. The
  // first time, the index of the cache counts if the source is down or has a bad one. Unavailable or InvalidArgument if there is no good index: then
  // nothing changes.
  absl::StatusOr<std::vector<MapStore::Refusal>> Load(MapStore& store, const Deadline& deadline = {});
  // Whether Load may bring something new: if `is_watched`, the source has another index; if it was down or something was refused, it is time to
  // try again. Asks the source once in five seconds at most, and not while a Load runs.
  bool HasNews(bool is_watched);
  // Ends fetches, and waits of calls for them.
  void Stop();

  Counts counts() const;

 private:
  using Packages = std::map<std::string, std::shared_ptr<const ServedPackage>>;  // by map
  // What an index was made into.
  struct Served {
    Packages packages;
    std::shared_ptr<const LoadedWorld> world;  // null: none
  };
  // Maps with new packages.
  struct Wanted {
    std::vector<std::string> loaded;  // or pinned
    std::vector<std::string> here;    // whose old packages are in the cache, or whose new ones were refused
  };
  struct Refused {
    std::vector<MapStore::Refusal> refusals;
    std::set<std::string> map_ids;
  };
  using HeldObjects = std::vector<std::shared_ptr<const ObjectCache::Held>>;
  class RemoteMap;

  PackageSource(SourceUrl url, const PackageSourceOptions& options, std::unique_ptr<ObjectCache> cache,
                const WaitingPlaces::Limits& waiting, const EventLog& log);

  std::string IndexPath() const;
  absl::Status AskForIndex();
  absl::StatusOr<std::optional<PackageIndex>> FindIndex(const Deadline& deadline);
  absl::StatusOr<PackageIndex> IndexOfCache() const;
  void KeepIndex(const std::string& text) const;
  void TellWhetherUp(const absl::Status& status);
  absl::Status RefuseIndex(const absl::Status& status);
  static const PackageObject& ObjectOf(const ServedPackage& package);
  std::shared_ptr<const ServedPackage> PackageOf(const PackageIndex::Map& map);
  Wanted WantedBy(const MapStore& store, const Served& next) const;
  void FetchWanted(const std::vector<std::string>& map_ids, const Served& next, const Deadline& until,
                   Refused& refused, HeldObjects* held);
  void KeepOld(const std::set<std::string>& map_ids, Served& next) const;
  void Serve(const PackageIndex& index, Served next, const std::vector<MapStore::Refusal>& refusals,
             MapStore& store);
  absl::StatusOr<std::shared_ptr<const LoadedWorld>> FetchWorld(const PackageIndex::World& world,
                                                                const Deadline& deadline);

  const SourceUrl url_;
  const EventLog& log_;
  const std::unique_ptr<ObjectCache> cache_;
  HttpClient http_;
  PackageObjects objects_;
  std::mutex mutex_;  // one Load or HasNews at a time
  Served served_;
  bool has_served_ = false;
  std::string etag_;                       // of the index that is served whole; empty: ask for it in any case
  std::string asked_etag_;                 // of `asked_text_`
  std::optional<std::string> asked_text_;  // an index that came, and is not loaded yet
  std::string found_text_;                 // of the index that is being loaded; empty: that of the cache
  bool has_refused_ = false;
  std::set<std::string> refused_maps_;  // whose new packages the last Load refused
  std::atomic<bool> is_up_{false};
  std::optional<bool> told_up_;         // by the log
  std::string told_index_;              // what was wrong with an index, by the log
  Deadline::Clock::time_point ask_at_;  // not sooner
};

}  // namespace waystone
