#include "server/fetch/package_objects.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_replace.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/digest/sha256.h"
#include "core/publish/package_index.h"
#include "server/fetch/fetch_caller.h"

namespace waystone {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr uint32_t kMostTries = 4;          // that bring little, one after the other
constexpr uint32_t kMostTriesInAll = 1000;  // of one fetch
constexpr uint64_t kMuchBytes = 64 << 10;   // as much is progress
constexpr milliseconds kBriefly(500);       // any number of calls wait for a fetch
constexpr seconds kForgotten(5);            // who asked for an object, and did not wait, may ask again
constexpr milliseconds kFirstPause(100);    // between tries
constexpr seconds kMostPause(5);
constexpr seconds kFirstRest(1);  // between fetches
constexpr seconds kMostRest(60);
constexpr seconds kFirstRestOfWrong(10);  // of objects whose bytes are wrong
constexpr seconds kMostRestOfWrong(600);

// Half of it to one and a half.
milliseconds WithJitter(milliseconds pause) {
  static thread_local std::minstd_rand random(std::random_device{}());
  std::uniform_int_distribution<milliseconds::rep> around(pause.count() / 2, pause.count() * 3 / 2);
  return milliseconds(around(random));
}

// The first, doubled with each failure.
milliseconds Doubled(milliseconds first, uint32_t failures, milliseconds most) {
  constexpr uint32_t kMostDoublings = 16;
  return std::min(first * (1U << std::min(failures, kMostDoublings)), most);
}

// Of a file that was checked.
FetchFault FaultOf(const absl::Status& status) {
  return absl::IsUnavailable(status) ? FetchFault::kNoRoom : FetchFault::kWrong;
}

absl::Status Named(const std::string& name, const absl::Status& status) {
  return absl::Status(status.code(), StrCat(name, ": ", std::string(status.message())));
}

}  // namespace

absl::StatusOr<std::shared_ptr<const ObjectCache::Held>> PackageObjects::Hold(const PackageObject& object,
                                                                              const Deadline& deadline,
                                                                              const std::string& caller) {
  constexpr milliseconds kLookAtDeadline(20);
  std::unique_lock lock(mutex_);
  bool is_first = true;
  WaitingPlaces::Waiter waiter;
  const absl::Cleanup end = [&] { places_.Leave(caller, waiter); };
  for (;;) {
    const std::shared_ptr<State> shared = StateOf(object);
    State& state = *shared;
    if (state.is_checked && !state.is_fetching) {
      std::shared_ptr<const ObjectCache::Held> held = cache_.Hold(object.sha256);
      if (held != nullptr) {
        counts_.hits += is_first ? 1 : 0;
        return held;
      }
      state.is_checked = false;  // evicted
    }
    counts_.misses += is_first ? 1 : 0;
    is_first = false;
    BeginIfDue(object, caller, state);
    if (!state.is_fetching)
      return is_stopped_ ? absl::UnavailableError(StrCat(object.name, ": the server stops")) : state.problem;
    state.asked_at = Clock::now();
    ++state.waiting;
    const absl::Cleanup leave = [&state] { --state.waiting; };
    while (state.is_fetching) {
      if (const absl::Status late = CheckInTime(deadline); !late.ok())
        return absl::Status(late.code(), StrCat(object.name, ": is still being fetched"));
      const bool needs_place =
          !caller.empty() && !waiter.has_place && Clock::now() >= state.begun_at + kBriefly;
      if (waiter.must_leave || (needs_place && !places_.Take(caller, waiter)))
        return absl::UnavailableError(
            StrCat(object.name, ": is still being fetched, and as many calls wait for packages as may"));
      changed_.wait_for(lock, kLookAtDeadline);
    }
  }
}

std::shared_ptr<PackageObjects::State> PackageObjects::StateOf(const PackageObject& object) {
  std::shared_ptr<State>& state = states_[object.sha256];
  if (state == nullptr || (state->meaning != object.meaning && !state->is_fetching)) {
    state = std::make_shared<State>();
    state->meaning = object.meaning;
  }
  return state;
}

void PackageObjects::KeepOnly(const std::set<std::string>& sha256s) {
  cache_.KeepPartialsOf(sha256s);
  const std::lock_guard lock(mutex_);
  std::erase_if(states_, [&](const auto& entry) {
    return !sha256s.contains(entry.first) && !entry.second->is_fetching;
  });
}

// If it waits for a thread already, as one of another caller, it waits as one of this caller, too: what comes first counts.
void PackageObjects::BeginIfDue(const PackageObject& object, const std::string& caller, State& state) {
  if (is_stopped_ || state.is_on_thread) return;
  if (!state.is_fetching) {
    if (!state.problem.ok() && Clock::now() < state.due_at) return;
    state.is_fetching = true;
    state.is_for_reload = false;
    state.begun_at = Clock::now();
    state.asked_by.clear();
  }
  if (!state.asked_by.insert(caller).second) return;
  QueuedCall fetch;
  fetch.address = caller;
  fetch.connection = StrCat(object.sha256, " ", caller);  // so they take turns one by one
  fetch.run = [this, object] {
    Fetch(object);
    return true;
  };
  queue_.Push(std::move(fetch));
  StartFetches();
}

// Half of the free threads: so there is one for whoever comes next, until there are as many callers as threads, or nearly.
size_t PackageObjects::MostOfCaller() const { return std::max<size_t>((kThreads - running_fetches_) / 2, 1); }

void PackageObjects::StartFetches() {
  while (running_fetches_ < kThreads) {
    std::optional<QueuedCall> fetch = queue_.PopResting(Clock::time_point::min(), MostOfCaller());
    if (!fetch.has_value()) return;
    ++running_fetches_;
    pool_.Submit([this, fetch = *std::move(fetch)] { RunFetch(fetch); });
  }
}

void PackageObjects::RunFetch(const QueuedCall& fetch) {
  const auto begun = Clock::now();
  fetch.run();
  const std::lock_guard lock(mutex_);
  queue_.Finished(fetch, Clock::now() - begun);
  --running_fetches_;
  StartFetches();
}

absl::Status PackageObjects::LookAgain(const PackageObject& object) {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<State> state = StateOf(object);
  state->asked_at = Clock::now();
  if (!state->problem.ok()) BeginIfDue(object, FetchCaller::Current(), *state);
  return state->problem;
}

void PackageObjects::Begin(const PackageObject& object) {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<State> state = StateOf(object);
  if (!state->is_checked || !cache_.Has(object.sha256)) BeginIfDue(object, "", *state);
  state->is_for_reload = true;
}

void PackageObjects::Fetch(const PackageObject& object) {
  if (!IsStillWanted(object)) return;
  const auto begun = Clock::now();
  const FetchEnd end = FetchAndCheck(object);
  Note(object, end, std::chrono::duration_cast<milliseconds>(Clock::now() - begun));
}

// Otherwise the fetch ends before it began: who asked for the object has left, and others wait behind it; or it was begun with the turn of
// another caller.
bool PackageObjects::IsStillWanted(const PackageObject& object) {
  const std::lock_guard lock(mutex_);
  const auto found = states_.find(object.sha256);
  if (found == states_.end()) return false;
  State& state = *found->second;
  if (!state.is_fetching || state.is_on_thread || state.meaning != object.meaning) return false;
  const bool is_wanted =
      state.waiting > 0 || state.is_for_reload || Clock::now() < state.asked_at + kForgotten;
  state.is_fetching = is_wanted && !is_stopped_;
  state.is_on_thread = state.is_fetching;
  if (!state.is_fetching) changed_.notify_all();
  return state.is_fetching;
}

void PackageObjects::Note(const PackageObject& object, const FetchEnd& end, milliseconds took) {
  const std::lock_guard lock(mutex_);
  State& state = *states_[object.sha256];  // none that is fetched goes
  state.is_fetching = false;
  state.is_on_thread = false;
  state.is_checked = end.last.status.ok();
  changed_.notify_all();
  if (end.last.status.ok()) {
    state.problem = absl::OkStatus();
    state.failures = 0;
    if (end.tries == 0) return;
    ++counts_.fetched_objects;
    counts_.fetched_bytes += object.size_bytes;
    log_.Write(
        spdlog::level::info, "package_fetched",
        {{"file", object.name}, {"bytes", object.size_bytes}, {"ms", took.count()}, {"tries", end.tries}});
    return;
  }
  const bool is_wrong = end.last.fault == FetchFault::kWrong;
  const milliseconds rest = is_wrong ? Doubled(kFirstRestOfWrong, state.failures, kMostRestOfWrong)
                                     : Doubled(kFirstRest, state.failures, kMostRest);
  ++state.failures;
  const milliseconds until =
      std::max<milliseconds>(WithJitter(rest), std::min<milliseconds>(end.last.retry_after, kMostRest));
  state.problem = end.last.status;
  state.due_at = Clock::now() + until;
  if (is_stopped_) return;
  log_.Write(spdlog::level::warn, "package_fetch_failed",
             {{"file", object.name},
              {"reason", end.last.status.message()},
              {"tries", end.tries},
              {"again_after_ms", until.count()}});
}

PackageObjects::FetchEnd PackageObjects::FetchAndCheck(const PackageObject& object) {
  const std::shared_ptr<const ObjectCache::Held> cached = cache_.Hold(object.sha256);
  if (cached != nullptr && IsUnchanged(object, cached->path)) {
    const absl::Status is_it = CheckFile(object, cached->path);
    if (is_it.ok()) return {};
    Count(FaultOf(is_it));
    return {{.status = Named(object.name, is_it), .fault = FaultOf(is_it)}};
  }
  if (object.size_bytes > cache_.max_bytes() / 2) {
    const std::string what =
        StrCat(object.name, ": its ", object.size_bytes,
               " bytes are more than half of --package-cache-bytes, ", cache_.max_bytes());
    Count(FetchFault::kNoRoom);
    return {{.status = absl::FailedPreconditionError(what), .fault = FetchFault::kNoRoom}};
  }
  if (const absl::Status room = cache_.Reserve(object.sha256, object.size_bytes); !room.ok()) {
    Count(FetchFault::kNoRoom);
    return {{.status = Named(object.name, room), .fault = FetchFault::kNoRoom}};
  }
  FetchEnd end = Download(object);
  if (end.last.status.ok()) {
    end.last.status = cache_.Commit(object.sha256);
    if (!end.last.status.ok()) end.last.fault = FetchFault::kNoRoom;
  }
  if (!end.last.status.ok()) {
    cache_.Release(object.sha256);
    end.last.status = Named(object.name, end.last.status);
  }
  return end;
}

// Files of the cache that this process has not fetched may be anything.
bool PackageObjects::IsUnchanged(const PackageObject& object, const std::string& path) {
  const absl::StatusOr<std::string> sha256 = Sha256OfFile(path);
  if (sha256.ok() && *sha256 == object.sha256) return true;
  log_.Write(spdlog::level::warn, "cached_package_refused",
             {{"file", object.name}, {"reason", "its file in the cache was changed"}});
  cache_.Remove(object.sha256);
  return false;
}

// A partial file of before, whatever it was made of, is not held against the source.
PackageObjects::FetchEnd PackageObjects::Download(const PackageObject& object) {
  const std::string partial = cache_.PartialPathOf(object.sha256);
  const std::string path = StrCat(kObjectsFolderName, "/", object.sha256);
  FetchEnd end;
  uint32_t poor_tries = 0;
  bool is_resumed = false;
  bool may_begin_anew = true;
  for (;;) {
    std::error_code error;
    is_resumed = is_resumed || std::filesystem::file_size(partial, error) > 0;
    is_resumed = is_resumed && !error;
    ++end.tries;
    end.last = DownloadOnce(http_, path, partial, object.size_bytes);
    if (end.last.status.ok()) {
      end.last.status = CheckDownload(object, partial);
      if (end.last.status.ok()) return end;
      end.last.fault = FaultOf(end.last.status);
      if (end.last.fault == FetchFault::kWrong) {
        std::filesystem::remove(partial, error);
        if (std::exchange(is_resumed, false) && std::exchange(may_begin_anew, false)) continue;
      }
    }
    if (absl::IsCancelled(end.last.status)) return end;
    Count(end.last.fault);
    poor_tries = end.last.gained_bytes >= kMuchBytes ? 1 : poor_tries + 1;
    const bool is_over = poor_tries >= kMostTries || end.tries >= kMostTriesInAll;
    if (!end.last.may_retry || is_over || end.last.retry_after > kMostPause) return end;
    const milliseconds pause = WithJitter(Doubled(kFirstPause, poor_tries - 1, kMostPause));
    if (!Pause(std::max<milliseconds>(pause, end.last.retry_after))) return end;
  }
}

absl::Status PackageObjects::CheckDownload(const PackageObject& object, const std::string& path) {
  WS_ASSIGN_OR_RETURN(const std::string sha256, Sha256OfFile(path));
  if (sha256 == object.sha256) return CheckFile(object, path);
  return absl::DataLossError(StrCat("its SHA-256 is ", sha256, ", and the index says ", object.sha256));
}

// Of a file of the right SHA-256.
absl::Status PackageObjects::CheckFile(const PackageObject& object, const std::string& path) {
  const absl::Status whole = object.check(path);
  if (whole.ok() || absl::IsUnimplemented(whole)) return whole;
  const std::string message = absl::StrReplaceAll(std::string(whole.message()), {{path + ": ", ""}});
  if (absl::IsResourceExhausted(whole))
    return absl::UnavailableError(message);  // files or mappings of the process
  return absl::DataLossError(message);
}

void PackageObjects::Count(FetchFault fault) {
  const std::lock_guard lock(mutex_);
  ++counts_.faults[static_cast<size_t>(fault)];
}

bool PackageObjects::Pause(milliseconds pause) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, pause, [this] { return is_stopped_; });
}

PackageObjects::Counts PackageObjects::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

void PackageObjects::Stop() {
  http_.Stop();
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  changed_.notify_all();
}

}  // namespace waystone
