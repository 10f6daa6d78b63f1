#include "tests/support/server_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/check.h"

namespace waystone {
namespace {

// Reads events, one JSON object a line, until the server says where it listens.
int ReadPort(int fd) {
  std::string line;
  char c = 0;
  while (read(fd, &c, 1) == 1) {
    if (c != '\n') {
      line += c;
      continue;
    }
    const nlohmann::json event = nlohmann::json::parse(line, nullptr, false);
    if (event.is_object() && event.value("event", "") == "server_started") return event.value("port", 0);
    line.clear();
  }
  return 0;
}

}  // namespace

ServerProcess::ServerProcess(const std::string& program, const std::string& packages, int port) {
  // The log goes to a pipe whose reading end stays open, unread, until the server ends: it writes little.
  int out[2];
  WS_CHECK(pipe2(out, O_CLOEXEC) == 0);
  const std::string listen = "127.0.0.1:" + std::to_string(port);
  std::vector<std::string> command = {program, "--packages", packages, "--listen", listen};
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  WS_CHECK(posix_spawn_file_actions_init(&actions) == 0);
  WS_CHECK(posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO) == 0);
  WS_CHECK(posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  port_ = ReadPort(out[0]);
  log_fd_ = out[0];
  WS_CHECK(port_ != 0);
}

int ServerProcess::Stop() {
  if (pid_ < 0) return -1;
  kill(pid_, SIGTERM);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0) WS_CHECK(errno == EINTR);
  close(log_fd_);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace waystone
