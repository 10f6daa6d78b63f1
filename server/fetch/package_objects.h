// The objects of a source of packages, fetched when they are needed into a cache.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "server/base/event_log.h"
#include "server/base/worker_pool.h"
#include "server/fetch/http_client.h"
#include "server/fetch/object_cache.h"
#include "server/fetch/object_download.h"
#include "server/fetch/waiting_places.h"
#include "server/queue/fair_queue.h"

namespace waystone {

// What the index says of an object. Plain data.
struct PackageObject {
  std::string sha256;
  uint64_t size_bytes = 0;
  std::string name;     // "town.waymap", as messages call it
  std::string meaning;  // all that `check` holds against the file, as a text
  // Whether the file is a whole package, and the one that the index describes; messages begin with the path.
  std::function<absl::Status(const std::string& path)> check = {};
};

// Fetches objects on threads of its own, each one at a time, however many wait for it; callers take turns by the time that their fetches have
// taken, and none has all threads (kThreads). Tries again after faults, and goes on where a try
// ended; puts nothing into the cache but what has the right length and SHA-256 and passes its check. What was in the cache before is used once
// its SHA-256 was found to be right. Thread-safe; client, cache and log must outlive it.
class PackageObjects {
 public:
  struct Counts {
    uint64_t fetched_objects = 0;
    uint64_t fetched_bytes = 0;                   // of whole objects
    std::array<uint64_t, kFetchFaults> faults{};  // tries that failed
    uint64_t hits = 0;                            // objects asked for that were there
    uint64_t misses = 0;                          // and that were not
  };

  // Of fetches that take longer than half a second, at most so many calls wait at a time.
  PackageObjects(HttpClient& http, ObjectCache& cache, const EventLog& log,
                 const WaitingPlaces::Limits& waiting)
      : http_(http), cache_(cache), log_(log), places_(waiting) {}
  // Ends what runs.
  ~PackageObjects() { Stop(); }

  // The object, fetched if need be; it stays in the cache as long as it is held. Waits until the deadline: DeadlineExceeded, Cancelled.
  // If the last fetch failed, and the next one is not due, says at once why. Unavailable if too many calls wait already, of this caller or in
  // all; an empty `caller` is the server itself, which waits in any case. Errors name the object: DataLoss if it is not what the index says, NotFound if the source has none, FailedPrecondition if it is
  // too large for the cache, else Unavailable.
  absl::StatusOr<std::shared_ptr<const ObjectCache::Held>> Hold(const PackageObject& object,
                                                                const Deadline& deadline,
                                                                const std::string& caller);
  // Begins a fetch, if one is due and none runs. Returns what the last one failed by; Ok if it did not, or there was none.
  absl::Status LookAgain(const PackageObject& object);
  // Begins a fetch, of the server itself, unless the object is there.
  void Begin(const PackageObject& object);
  bool IsHere(const PackageObject& object) const { return cache_.Has(object.sha256); }
  // Forgets what is known of all other objects, and partial files of them; whole ones stay in the cache.
  void KeepOnly(const std::set<std::string>& sha256s);
  Counts counts() const;
  void Stop();

 private:
  using Clock = Deadline::Clock;
  // Of an object that was asked for. Counts for its meaning only: another index may say something else of it.
  struct State {
    std::string meaning;
    bool is_fetching = false;        // or waits for a thread to do so
    bool is_on_thread = false;       // if it is fetched
    std::set<std::string> asked_by;  // likewise: the callers with whose turns it begins
    Clock::time_point begun_at;      // likewise
    Clock::time_point asked_at;
    uint32_t waiting = 0;        // calls and reloads, for the fetch
    bool is_for_reload = false;  // it waits for this fetch, now or soon
    bool is_checked = false;     // its file was found to be right by this process
    absl::Status problem;        // of the last fetch
    Clock::time_point due_at;    // of the next one, if there is a problem
    uint32_t failures = 0;       // in a row
  };
  // How a fetch ended.
  struct FetchEnd {
    DownloadEnd last;
    uint32_t tries = 0;
  };

  // Run under the lock.
  std::shared_ptr<State> StateOf(const PackageObject& object);
  void BeginIfDue(const PackageObject& object, const std::string& caller, State& state);
  void StartFetches();
  size_t MostOfCaller() const;
  // Run without the lock, on the pool's threads.
  void Fetch(const PackageObject& object);
  void RunFetch(const QueuedCall& fetch);
  bool IsStillWanted(const PackageObject& object);
  FetchEnd FetchAndCheck(const PackageObject& object);
  bool IsUnchanged(const PackageObject& object, const std::string& path);
  FetchEnd Download(const PackageObject& object);
  static absl::Status CheckDownload(const PackageObject& object, const std::string& path);
  static absl::Status CheckFile(const PackageObject& object, const std::string& path);
  void Count(FetchFault fault);
  // False if the server stops.
  bool Pause(std::chrono::milliseconds pause);
  void Note(const PackageObject& object, const FetchEnd& end, std::chrono::milliseconds took);

  HttpClient& http_;
  ObjectCache& cache_;
  const EventLog& log_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<State>> states_;  // by SHA-256; never null
  WaitingPlaces places_;
  FairQueue queue_;  // fetches that wait for a thread; an object may stand there for several callers
  size_t running_fetches_ = 0;  // of `queue_`
  bool is_stopped_ = false;
  Counts counts_;
  static constexpr size_t kThreads = 8;
  WorkerPool pool_{kThreads};  // last: joined before the rest goes
};

}  // namespace waystone
