#include "tests/e2e/server_process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/check.h"

namespace waystone {

ServerProcess::ServerProcess(const std::vector<std::string>& command) {
  int pipe_ends[2];
  WS_CHECK(::pipe(pipe_ends) == 0);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_ = ::fork();
  WS_CHECK(pid_ >= 0);
  if (pid_ == 0) {
    ::dup2(pipe_ends[1], STDOUT_FILENO);
    ::close(pipe_ends[0]);
    ::close(pipe_ends[1]);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(pipe_ends[1]);
  out_ = pipe_ends[0];
}

ServerProcess::~ServerProcess() {
  if (pid_ > 0) {
    Signal(SIGKILL);
    WaitForExit();
  }
  ::close(out_);
}

std::string ServerProcess::ReadLine() {
  while (unread_.find('\n') == std::string::npos) {
    char bytes[4096];
    const ssize_t size = ::read(out_, bytes, sizeof(bytes));
    if (size <= 0) return "";
    unread_.append(bytes, static_cast<size_t>(size));
  }
  const size_t end = unread_.find('\n');
  const std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  return line;
}

nlohmann::json ServerProcess::WaitForEvent(const std::string& event) {
  for (std::string line = ReadLine(); !line.empty(); line = ReadLine()) {
    const nlohmann::json parsed = nlohmann::json::parse(line, nullptr, false);
    WS_CHECK(parsed.is_object());
    if (parsed["event"] == event) return parsed;
  }
  return nullptr;
}

void ServerProcess::Signal(int signal) const { ::kill(pid_, signal); }

int ServerProcess::WaitForExit() {
  int status = 0;
  WS_CHECK(::waitpid(pid_, &status, 0) == pid_);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace waystone
