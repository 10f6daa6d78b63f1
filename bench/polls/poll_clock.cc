#include "bench/polls/poll_clock.h"

#include <dlfcn.h>
#include <time.h>

#include <atomic>
#include <utility>

namespace waystone {
namespace {

using std::chrono::nanoseconds;

// What one thread measures.
struct Polls {
  Deadline::Clock::time_point started;
  nanoseconds cpu_at_start{0};
  nanoseconds last{0};  // look, since the start
  uint64_t last_place = 0;
  std::vector<PollGap> gaps;
  nanoseconds cancels_at{0};
  std::atomic<bool> is_cancelled{false};
  Deadline::Clock::time_point ends_at;
};

Polls& Here() {
  static thread_local Polls polls;
  return polls;
}

nanoseconds CpuTime() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

double ToMs(nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

uint64_t OffsetOf(void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0) return 0;
  return reinterpret_cast<uint64_t>(address) - reinterpret_cast<uint64_t>(info.dli_fbase);
}

nanoseconds EndGap(Polls& polls, uint64_t place) {
  const nanoseconds now = CpuTime() - polls.cpu_at_start;
  polls.gaps.push_back({ToMs(now - polls.last), polls.last_place, place});
  polls.last_place = place;
  return now;
}

}  // namespace

Deadline PollClock::Start(nanoseconds timeout, Cut cut) {
  constexpr std::chrono::hours kFar(1);
  Polls& polls = Here();
  polls.is_cancelled = false;
  polls.cancels_at = cut == Cut::kCancel ? timeout : nanoseconds(kFar);
  polls.gaps.clear();
  polls.last_place = 0;
  polls.last = nanoseconds(0);
  polls.started = Deadline::Clock::now();
  polls.cpu_at_start = CpuTime();
  polls.ends_at = polls.started + (cut == Cut::kCancel ? nanoseconds(kFar) : timeout);
  return Deadline(polls.ends_at, &polls.is_cancelled, Look);
}

Deadline::Clock::time_point PollClock::EndsAt() { return Here().ends_at; }

double PollClock::SinceStart_ms() { return ToMs(CpuTime() - Here().cpu_at_start); }

std::vector<PollGap> PollClock::Stop() {
  Polls& polls = Here();
  EndGap(polls, 0);
  return std::move(polls.gaps);
}

__attribute__((noinline)) Deadline::Clock::time_point PollClock::Look() {
  Polls& polls = Here();
  const nanoseconds now = EndGap(polls, OffsetOf(__builtin_return_address(0)));
  if (now >= polls.cancels_at) polls.is_cancelled = true;
  polls.last = CpuTime() - polls.cpu_at_start;  // what was done here counts for nobody
  return polls.started + now;
}

}  // namespace waystone
