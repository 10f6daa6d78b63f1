// waystone-server: serves a folder of packages until SIGTERM or SIGINT, and reads it anew on SIGHUP.
//
// Exit codes: 0 stopped by a signal; 1 cannot listen; 2 a bad flag, variable, file or folder.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <ctime>
#include <iostream>
#include <thread>

#include "server/server_options.h"
#include "server/waystone_server.h"

namespace {

// Blocked before any thread begins, so that only who waits for them sees them.
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

// Takes SIGINT and SIGTERM while the server starts. A start may wait long for a source of packages, and has nothing to end in order yet:
// unless it is over soon after the signal, the process ends. Other signals stay pending. REQUIRES: these are blocked.
class SignalsOfStart {
 public:
  explicit SignalsOfStart(const waystone::EventLog& log) : log_(log), thread_([this] { Wait(); }) {}
  ~SignalsOfStart() { End(); }
  SignalsOfStart(const SignalsOfStart&) = delete;
  SignalsOfStart& operator=(const SignalsOfStart&) = delete;

  // The start is over. Returns the signal that came meanwhile; 0: none.
  int End() {
    is_over_ = true;
    if (thread_.joinable()) thread_.join();
    return signal_;
  }

 private:
  void Wait() {
    constexpr timespec kLook{.tv_sec = 0, .tv_nsec = 10'000'000};
    constexpr int kLooksAfterSignal = 50;
    sigset_t ending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    while (!is_over_ && signal_ == 0) signal_ = std::max(0, sigtimedwait(&ending, nullptr, &kLook));
    if (signal_ == 0) return;
    log_.Write(spdlog::level::info, "signal", {{"signal", signal_}});
    for (int look = 0; look < kLooksAfterSignal; ++look) {
      if (is_over_) return;
      nanosleep(&kLook, nullptr);
    }
    _exit(0);
  }

  const waystone::EventLog& log_;
  std::atomic<bool> is_over_{false};
  int signal_ = 0;  // of the thread, until it has ended
  std::thread thread_;
};

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

  SignalsOfStart signals_of_start(log);
  auto server = waystone::WaystoneServer::Start(options, log);
  int signal = signals_of_start.End();
  if (!server.ok()) {
    std::cerr << "waystone-server: " << server.status().message() << "\n";
    return server.status().code() == absl::StatusCode::kUnavailable ? 1 : 2;
  }
  while (signal == 0 || signal == SIGHUP) {
    sigwait(&signals, &signal);
    log.Write(spdlog::level::info, "signal", {{"signal", signal}});
    if (signal == SIGHUP) (*server)->Reload();
  }
  (*server)->Stop();
  return 0;
}
