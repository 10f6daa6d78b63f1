#include "tests/support/program_run.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "core/base/check.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A started process, its output going to files of `folder`.
pid_t Start(const std::vector<std::string>& command, const TempFolder& folder) {
  posix_spawn_file_actions_t actions;
  WS_CHECK(posix_spawn_file_actions_init(&actions) == 0);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  const std::string out = folder.File("out");
  const std::string err = folder.File("err");
  WS_CHECK(posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) == 0);
  WS_CHECK(posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), flags, 0600) == 0);
  WS_CHECK(posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), flags, 0600) == 0);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  WS_CHECK(posix_spawn(&process, arguments[0], &actions, nullptr, arguments.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  return process;
}

ProgramRun WaitFor(pid_t process, const TempFolder& folder) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) WS_CHECK(errno == EINTR);
  ProgramRun run;
  run.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  run.out = ReadAll(folder.File("out"));
  run.err = ReadAll(folder.File("err"));
  return run;
}

}  // namespace

ProgramRun RunProgram(const std::vector<std::string>& command) {
  const TempFolder folder;
  return WaitFor(Start(command, folder), folder);
}

ProgramRun RunProgramAndSignal(const std::vector<std::string>& command, int signal_number,
                               std::chrono::milliseconds after) {
  const TempFolder folder;
  const pid_t process = Start(command, folder);
  std::this_thread::sleep_for(after);
  WS_CHECK(kill(process, signal_number) == 0);
  return WaitFor(process, folder);
}

}  // namespace waystone
