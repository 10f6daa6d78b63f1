// `waystone record`: a proxy that keeps calls with their answers.
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <string>

#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "client/recording/recording.h"
#include "client/recording/recording_proxy.h"
#include "client/recording/server_version.h"
#include "client/secure_channel.h"
#include "core/base/host_port.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

constexpr uint64_t kMebibyte = 1 << 20;
constexpr uint64_t kMostMebibytes = 64 << 10;

struct RecordFlags {
  ServerFlags server;
  std::string listen = "127.0.0.1:50052";
  std::string file;
  double share_percent = 100;
  uint64_t max_mb = 1024;
};

// Blocks SIGINT and SIGTERM in this thread and in the threads that it starts. Wait then receives them.
class EndingSignals {
 public:
  EndingSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  ~EndingSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  EndingSignals(const EndingSignals&) = delete;
  EndingSignals& operator=(const EndingSignals&) = delete;

  void Wait() const {
    int signal = 0;
    sigwait(&signals_, &signal);
  }

 private:
  sigset_t signals_{};
  sigset_t before_{};
};

// Callers' tokens pass through: plain text stays on this machine, on both sides, unless it may leave.
absl::Status CheckWhoHears(const RecordFlags& flags) {
  if (!IsHostPort(flags.listen, 0)) {
    return absl::InvalidArgumentError("--listen: must be HOST:PORT with a port from 0 to 65535");
  }
  if (flags.server.insecure) return absl::OkStatus();
  if (!client::IsLoopback(flags.listen)) {
    return absl::InvalidArgumentError(
        "--listen: is beyond loopback and would be served without TLS: give --insecure");
  }
  if (!HasTls(flags.server) && !client::IsLoopback(flags.server.server)) {
    return absl::InvalidArgumentError(
        "--server: is beyond loopback, and what callers show would be sent there in plain text: use TLS, or "
        "give --insecure");
  }
  return absl::OkStatus();
}

int RunRecord(const RecordFlags& flags, const Console& console) {
  constexpr std::chrono::seconds kGrace(5);
  if (const absl::Status may = CheckWhoHears(flags); !may.ok()) return Fail(console, may);
  const EndingSignals signals;
  const auto server = ConnectChannel(flags.server, client::RecordingProxy::ChannelOptions());
  if (!server.ok()) return Fail(console, server.status());
  const absl::StatusOr<std::string> version =
      client::ServerVersion(*server, std::chrono::milliseconds(flags.server.timeout_ms));
  if (!version.ok()) {
    FailCall(console, flags.server,
             absl::Status(version.status().code(),
                          StrCat(version.status().message(), " (recording begins all the same)")));
  }
  auto writer = client::RecordingWriter::Create(
      {.path = flags.file,
       .max_bytes = flags.max_mb * kMebibyte,
       .server_version = version.ok() ? *version : std::string(),
       .on_stop = [&console](const absl::Status& why) {
         Fail(console,
              absl::Status(why.code(), StrCat(why.message(), "; no more is recorded, calls are forwarded")));
         console.err << std::flush;
       }});
  if (!writer.ok()) return Fail(console, writer.status());
  const auto proxy = client::RecordingProxy::Start({.listen = flags.listen,
                                                    .share = flags.share_percent / 100,
                                                    .replaces_credentials = !flags.server.token_file.empty()},
                                                   *server, **writer);
  if (!proxy.ok())
    return Fail(console, absl::Status(proxy.status().code(), StrCat("--listen: ", proxy.status().message())));
  const std::string host = flags.listen.substr(0, flags.listen.rfind(':'));
  console.out << "calls at " << host << ":" << (*proxy)->port() << " go to " << flags.server.server;
  if (version.ok()) console.out << " (" << Escaped(*version) << ")";
  console.out << " and into " << Quoted(flags.file) << ", until SIGINT or SIGTERM\n" << std::flush;
  signals.Wait();
  (*proxy)->Stop(kGrace);
  const absl::Status ended = (*writer)->Finish();
  console.out << "recorded " << (*writer)->calls() << " of " << (*proxy)->calls() << " calls, "
              << (*writer)->bytes() << " bytes\n";
  return ended.ok() || absl::IsResourceExhausted(ended) ? kExitOk : kExitFailed;
}

}  // namespace

void AddRecordCommand(CLI::App& program, Command& chosen) {
  CLI::App* command =
      program.add_subcommand("record", "forward calls to a server, and keep them with their answers");
  auto flags = std::make_shared<RecordFlags>();
  AddConnectionFlags(*command, flags->server);
  command->get_option("--insecure")
      ->description("serve beyond loopback, and let what callers show leave this machine, without TLS");
  command->add_option("--listen", flags->listen, "where callers call, port 0: any free one [127.0.0.1:50052]")
      ->type_name("HOST:PORT");
  command->add_option("-o,--output", flags->file, "the recording, which is replaced")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--share", flags->share_percent, "how many of the calls to record, above 0 to 100 [100]")
      ->check(NumberInRange(1e-6, 100))
      ->type_name("PERCENT");
  command->add_option("--max-mb", flags->max_mb, "MiB that the file may have, 1 to 65536 [1024]")
      ->check(WholeNumber(1, kMostMebibytes))
      ->type_name("N");
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunRecord(*flags, console); }; });
}

}  // namespace waystone::cli
