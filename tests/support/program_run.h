// Runs one of our programs as a process, for tests.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace waystone {

struct ProgramRun {
  int exit_code = -1;  // 128 + the signal's number where a signal ended it
  std::string out;
  std::string err;
};

// Runs `command[0]` with its arguments, standard input closed, and waits. Aborts the test where it cannot
// start.
ProgramRun RunProgram(const std::vector<std::string>& command);

// Likewise, and sends it a signal after a while.
ProgramRun RunProgramAndSignal(const std::vector<std::string>& command, int signal_number,
                               std::chrono::milliseconds after);

}  // namespace waystone
