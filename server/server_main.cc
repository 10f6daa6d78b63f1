// waystone-server: serves a folder of packages until SIGTERM or SIGINT, and reads it anew on SIGHUP.
//
// Exit codes: 0 stopped by a signal; 1 cannot listen; 2 a bad flag, variable, file or folder.
#include <sys/resource.h>

#include <csignal>
#include <iostream>

#include "server/server_options.h"
#include "server/waystone_server.h"

namespace {

// Blocked before any thread begins, so that only main sees them.
sigset_t BlockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// Connections take descriptors: as many as the system allows.
void RaiseDescriptorLimit() {
  rlimit descriptors{};
  getrlimit(RLIMIT_NOFILE, &descriptors);
  descriptors.rlim_cur = descriptors.rlim_max;
  setrlimit(RLIMIT_NOFILE, &descriptors);
}

}  // namespace

int main(int argc, char** argv) {
  const auto parsed = waystone::ParseServerOptions(argc, argv, std::cout, std::cerr);
  if (const auto* exit_code = std::get_if<waystone::ExitCode>(&parsed)) return exit_code->value;
  const auto& options = std::get<waystone::ServerOptions>(parsed);

  RaiseDescriptorLimit();
  const sigset_t signals = BlockSignals();
  std::signal(SIGPIPE, SIG_IGN);
  const waystone::EventLog log = waystone::EventLog::ToStdout(options.log_level);
  log.CaptureLibraryMessages();

  auto server = waystone::WaystoneServer::Start(options, log);
  if (!server.ok()) {
    std::cerr << "waystone-server: " << server.status().message() << "\n";
    return server.status().code() == absl::StatusCode::kUnavailable ? 1 : 2;
  }
  for (int signal = SIGHUP; signal == SIGHUP;) {
    sigwait(&signals, &signal);
    log.Write(spdlog::level::info, "signal", {{"signal", signal}});
    if (signal == SIGHUP) (*server)->Reload();
  }
  (*server)->Stop();
  return 0;
}
