// The scheduler of calls on simulated time, with simulated callers and threads.
#pragma once

#include <cstdint>
#include <string>

namespace waystone {

struct SimulationEnd {
  uint64_t calls = 0;
  uint64_t run = 0;
  uint64_t refused = 0;
  uint64_t lost = 0;   // on their way to the server
  uint64_t ended = 0;  // answers that their callers did not take
  double simulated_hours = 0;
  std::string broken;  // the first rule that did not hold, and when; empty: none
};

// Callers come and go as `seed` says: steady ones, bursts, floods of long calls, with deadlines and without; over a network that
// loses and delays messages, so that a later one comes before; some take their answers late, and some vanish without a word. After each
// event, what CallScheduler promises is checked: every call ends once, run or refused; limits on calls and bytes hold; nothing is
// begun after its time; no thread rests while there is a call for it; relief comes while there is some; neither an idle lane
// nor, if there is room, the first call of a connection is refused; an answer that is not taken in time is ended, and no other but
// those of the connection that leaves most when all are above their limit.
SimulationEnd SimulateSchedule(uint64_t seed, double hours);

}  // namespace waystone
