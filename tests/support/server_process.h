// waystone-server as a process of its own, for tests.
#pragma once

#include <sys/types.h>

#include <string>

namespace waystone {

// Serves from construction to destruction. Aborts the test where the server does not start.
class ServerProcess {
 public:
  // Port 0: any free port.
  ServerProcess(const std::string& program, const std::string& packages, int port = 0);
  ~ServerProcess() { Stop(); }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  int port() const { return port_; }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  // Asks it to stop (SIGTERM) and waits; the exit code. Once only, -1 later.
  int Stop();

 private:
  pid_t pid_ = -1;
  int log_fd_ = -1;  // the server's events; read until it has started
  int port_ = 0;
};

}  // namespace waystone
