#include "tests/simulation/schedule_simulation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <queue>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "server/schedule/call_scheduler.h"
#include "tests/simulation/simulated_answers.h"

namespace waystone {

namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using Clock = CallScheduler::Clock;
using ThreadKind = CallScheduler::ThreadKind;

constexpr int kReliefThreads = 8;
constexpr milliseconds kSlice(5);
constexpr milliseconds kLongest(60'000);  // that a call runs

// One connection's habits for a while.
struct Habit {
  std::string connection;
  Lane lane = Lane::kSlow;
  double pause_s = 1;       // between calls, on average
  double run_s = 0.01;      // of a call, on average
  milliseconds timeout{0};  // 0: none
  uint64_t bytes = 1000;
  // Its end of the network.
  double delay_s = 0;     // of a message, on average: a later one may come before
  double lost_share = 0;  // of its calls, which never come
  uint64_t answer_bytes = 0;
  double take_s = 0;  // to take an answer, on average
  Clock::time_point vanishes =
      Clock::time_point::max();  // without a word; answers are not taken from then on
  nanoseconds until_noticed{0};  // by the server: its calls are cancelled from then on
};

class Simulation {
 public:
  Simulation(uint64_t seed, double hours)
      : random_(seed),
        limits_{.max_calls = static_cast<uint32_t>(1 + random_.NextBelow(40)),
                .max_bytes = 1000 + random_.NextBelow(100'000),
                .workers = static_cast<int>(1 + random_.NextBelow(4)),
                .relief = kReliefThreads},
        scheduler_(limits_),
        answers_({.max_bytes = 1'000'000 + random_.NextBelow(20'000'000),
                  .max_connection_bytes = 500'000 + random_.NextBelow(5'000'000)}),
        end_(Clock::time_point() + duration_cast<nanoseconds>(std::chrono::duration<double>(hours * 3600))) {
    threads_.push_back({ThreadKind::kQuick});
    for (int i = 0; i < limits_.workers; ++i) threads_.push_back({ThreadKind::kWorker});
    for (int i = 0; i < kReliefThreads; ++i) threads_.push_back({ThreadKind::kRelief});
  }

  SimulationEnd Run() {
    for (int i = 0; i < 6; ++i) NewHabit(i);
    LookAtAnswers();
    while (!events_.empty() && result_.broken.empty()) {
      const Event event = events_.top();
      events_.pop();
      now_ = event.at;
      event.happen();
      Dispatch();
      Check();
    }
    result_.simulated_hours =
        duration_cast<std::chrono::duration<double>>(std::min(now_, end_) - Clock::time_point()).count() /
        3600;
    result_.ended = answers_.ended();
    if (result_.broken.empty() && !answers_.empty()) Break("answers are left at the end");
    if (result_.broken.empty() && open_ > 0) Break(StrCat(open_, " calls never ended"));
    return result_;
  }

 private:
  struct Thread {
    ThreadKind kind = ThreadKind::kWorker;
    bool is_busy = false;
  };
  struct Event {
    Clock::time_point at;
    uint64_t order = 0;
    std::function<void()> happen;
    bool operator<(const Event& other) const {
      return std::pair(at, order) > std::pair(other.at, other.order);
    }
  };
  void At(Clock::time_point at, std::function<void()> happen) {
    if (at <= end_ || open_ > 0 || !answers_.empty()) events_.push({at, next_order_++, std::move(happen)});
  }
  nanoseconds Draw(double mean_s) {
    const double share = -std::log(1 - random_.NextUnit());
    return duration_cast<nanoseconds>(std::chrono::duration<double>(std::min(mean_s * share, 1e5)));
  }

  void NewHabit(int index) {
    if (now_ > end_) return;
    Habit habit;
    habit.connection = StrCat(std::string(1, static_cast<char>('a' + index)), lives_[index]);
    habit.lane = random_.NextBelow(3) == 0 ? Lane::kSlow : Lane::kQuick;
    const bool is_flood = random_.NextBelow(4) == 0;
    habit.pause_s = is_flood ? 0.001 * static_cast<double>(1 + random_.NextBelow(100))
                             : static_cast<double>(1 + random_.NextBelow(600));
    habit.run_s = habit.lane == Lane::kQuick ? 0.0005 : std::pow(10.0, -3 + 4 * random_.NextUnit());
    habit.timeout = milliseconds(random_.NextBelow(2) == 0 ? 0 : 1 << random_.NextBelow(16));
    habit.bytes = 1 + random_.NextBelow(5000);
    const nanoseconds lasts = Draw(is_flood ? 2 : 1800);
    DrawNetwork(habit, now_ + lasts, index);
    At(now_ + lasts, [this, index] { NewHabit(index); });
    Ask(habit, now_ + lasts);
  }

  // A third of the callers have a bad network; some vanish, and come again as another connection.
  void DrawNetwork(Habit& habit, Clock::time_point until, int index) {
    habit.answer_bytes = uint64_t{1} << random_.NextBelow(22);
    habit.take_s = 0.01;
    if (random_.NextBelow(3) != 0) return;
    habit.delay_s = 0.001 * static_cast<double>(1 + random_.NextBelow(2000));
    habit.lost_share = random_.NextBelow(2) == 0 ? 0 : 0.3;
    habit.take_s = std::pow(10.0, -2 + 4 * random_.NextUnit());
    if (random_.NextBelow(2) == 0) return;
    ++lives_[index];
    habit.vanishes = until - (until - now_) / 4;
    habit.until_noticed = random_.NextBelow(2) == 0 ? Draw(5) : std::chrono::hours(1000);
  }

  void Ask(const Habit& habit, Clock::time_point until) {
    if (now_ >= until || now_ > end_ || now_ >= habit.vanishes) return;
    const Clock::time_point deadline =
        habit.timeout.count() == 0 ? Clock::time_point::max() : now_ + habit.timeout;
    const double run_s = duration_cast<std::chrono::duration<double>>(Draw(habit.run_s)).count();
    if (random_.NextUnit() < habit.lost_share) {
      ++result_.lost;
    } else {
      At(now_ + Draw(habit.delay_s), [this, habit, deadline, run_s] { Submit(habit, deadline, run_s); });
    }
    At(now_ + Draw(habit.pause_s), [this, habit, until] { Ask(habit, until); });
  }

  // A call has come.
  void Submit(const Habit& habit, Clock::time_point deadline, double run_s) {
    ++result_.calls;
    if (deadline <= now_ || !answers_.MayAnswer(habit.connection)) {
      ++result_.refused;
      return;
    }
    QueuedCall call;
    call.address = habit.connection < "d" ? "near" : "far";
    call.connection = habit.connection;
    call.caller = StrCat(next_call_++);
    call.cost = {.lane = habit.lane,
                 .kind = static_cast<CallKind>(random_.NextBelow(kCallKindCount)),
                 .units = 1 + random_.NextBelow(20)};
    call.deadline = deadline;
    call.bytes = habit.bytes;
    calls_.emplace(call.caller, Call{habit, run_s});
    ++open_;
    ++open_of_[call.connection];
    Enqueue(std::move(call));
  }

  void Enqueue(QueuedCall call) {
    const Lane lane = call.cost.lane;
    const bool has_room = scheduler_.Waiting(lane) + scheduler_.Running(lane) < limits_.max_calls &&
                          (scheduler_.WaitingBytes(lane) == 0 ||
                           scheduler_.WaitingBytes(lane) + call.bytes <= limits_.max_bytes);
    const bool is_first = open_of_[call.connection] == 1 && has_room;
    const bool is_idle = scheduler_.Waiting(lane) == 0 && has_room;
    for (const CallScheduler::Refused& refused : scheduler_.Enqueue(std::move(call), now_)) {
      if (is_idle) Break("an idle lane refused a call");
      if (is_first) Break("the first call of a connection was refused");
      if (refused.refusal.retry_after.count() <= 0) Break("a refusal without a time");
      End(refused.call, false);
    }
  }

  void End(const QueuedCall& call, bool is_run) {
    const auto found = calls_.find(call.caller);
    if (found == calls_.end()) return Break(StrCat("call ", call.caller, " ended twice"));
    if (is_run) Answer(found->second.habit);
    calls_.erase(found);
    --open_;
    --open_of_[call.connection];
    ++(is_run ? result_.run : result_.refused);
  }

  // Whether the server knows that the caller is gone.
  bool IsCancelled(const Habit& habit, Clock::time_point at) const {
    return habit.vanishes < at && at - habit.vanishes > habit.until_noticed;
  }

  void Answer(const Habit& habit) {
    if (IsCancelled(habit, now_)) return;
    const uint64_t answer = answers_.Send(habit.connection, habit.answer_bytes, now_);
    const Clock::time_point taken = now_ + Draw(habit.delay_s) + Draw(habit.take_s);
    if (taken < habit.vanishes) At(taken, [this, answer] { answers_.Take(answer); });
  }

  // As the server does, once a second.
  void LookAtAnswers() {
    Require(answers_.Look(now_));
    if (now_ <= end_ || open_ > 0 || !answers_.empty())
      At(now_ + std::chrono::seconds(1), [this] { LookAtAnswers(); });
  }

  // Gives calls to threads until none takes one.
  void Dispatch() {
    for (Thread& thread : threads_) {
      while (!thread.is_busy) {
        CallScheduler::Picked picked = scheduler_.Next(thread.kind, now_);
        for (const CallScheduler::Refused& refused : picked.refused) End(refused.call, false);
        if (!picked.call) break;
        Begin(thread, *std::move(picked.call));
      }
    }
    if (scheduler_.Waiting(Lane::kSlow) > 0 && !looks_for_relief_) {
      looks_for_relief_ = true;
      At(now_ + CallScheduler::kReliefAfter, [this] { looks_for_relief_ = false; });
    }
  }

  void Begin(Thread& thread, QueuedCall call) {
    if (call.deadline <= now_) Break("a call was begun after its time");
    thread.is_busy = true;
    const Call& asked = calls_.at(call.caller);
    const bool is_cancelled = IsCancelled(asked.habit, now_);
    const auto run =
        is_cancelled ? nanoseconds(0)
                     : std::min<nanoseconds>(
                           duration_cast<nanoseconds>(std::chrono::duration<double>(asked.run_s)), kLongest);
    const bool is_cut = call.cost.lane == Lane::kQuick && run > kSlice;
    const nanoseconds taken = std::min<nanoseconds>(is_cut ? nanoseconds(kSlice) : run, call.deadline - now_);
    At(now_ + taken, [this, &thread, taken, is_cut, is_cancelled, call = std::move(call)] {
      thread.is_busy = false;
      scheduler_.Finished(call, taken, !is_cancelled);
      if (!is_cut || call.deadline <= now_) return End(call, true);
      QueuedCall again = call;
      again.cost.lane = Lane::kSlow;
      Enqueue(std::move(again));
    });
  }

  void Check() {
    Require(answers_.Check());
    for (const Lane lane : {Lane::kQuick, Lane::kSlow}) {
      if (scheduler_.Waiting(lane) + scheduler_.Running(lane) > limits_.max_calls)
        Break("too many calls in a lane");
    }
    for (const Lane lane : {Lane::kQuick, Lane::kSlow}) {
      const size_t waiting = scheduler_.Waiting(lane);
      if (scheduler_.WaitingBytes(lane) > limits_.max_bytes && waiting > 1) Break("too many bytes wait");
      if (waiting == 0 && scheduler_.WaitingBytes(lane) != 0) Break("bytes of calls that do not wait");
    }
    const auto idle_relief = std::count_if(threads_.begin(), threads_.end(), [](const Thread& thread) {
      return thread.kind == ThreadKind::kRelief && !thread.is_busy;
    });
    if (idle_relief > 0 && scheduler_.ReliefDue() < now_ - CallScheduler::kReliefAfter)
      Break("relief does not come");
    for (const Thread& thread : threads_) {
      if (thread.is_busy) continue;
      const bool has_quick = thread.kind != ThreadKind::kRelief && scheduler_.Waiting(Lane::kQuick) > 0;
      const bool has_slow = thread.kind == ThreadKind::kWorker && scheduler_.Waiting(Lane::kSlow) > 0;
      if (has_quick || has_slow) Break("a thread rests while a call waits for it");
    }
  }

  void Require(const std::string& broken) {
    if (!broken.empty()) Break(broken);
  }
  void Break(const std::string& what) {
    if (!result_.broken.empty()) return;
    const auto at = duration_cast<microseconds>(now_ - Clock::time_point()).count();
    result_.broken = StrCat(what, ", at ", at, " us");
  }

  Random random_;
  const CallScheduler::Limits limits_;
  CallScheduler scheduler_;
  SimulatedAnswers answers_;
  const Clock::time_point end_;
  Clock::time_point now_;
  std::vector<Thread> threads_;
  std::priority_queue<Event> events_;
  struct Call {
    Habit habit;
    double run_s = 0;
  };
  std::map<std::string, Call> calls_;  // that have not ended, by the number that their caller field holds
  uint64_t next_call_ = 0;
  std::map<int, int> lives_;  // of each caller: how many of its connections have vanished
  uint64_t next_order_ = 0;
  uint64_t open_ = 0;
  std::map<std::string, uint64_t> open_of_;  // by connection
  bool looks_for_relief_ = false;
  SimulationEnd result_;
};

}  // namespace

SimulationEnd SimulateSchedule(uint64_t seed, double hours) { return Simulation(seed, hours).Run(); }

}  // namespace waystone
