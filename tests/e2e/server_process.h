// The real waystone-server as a child process.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "nlohmann/json.hpp"

namespace waystone {

// Starts with the object; killed with it if still running. One thread.
class ServerProcess {
 public:
  // `command[0]` is the program. Its standard output, the log, is read here. Aborts the test where it cannot
  // start.
  explicit ServerProcess(const std::vector<std::string>& command);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // Reads the log up to the next event of this name and returns it; null where the log ends before.
  nlohmann::json WaitForEvent(const std::string& event);
  void Signal(int signal) const;
  // Waits for the end: the exit code, or 128 + the signal that ended it.
  int WaitForExit();

 private:
  std::string ReadLine();

  pid_t pid_ = -1;
  int out_ = -1;  // the child's standard output
  std::string unread_;
};

}  // namespace waystone
