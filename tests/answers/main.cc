// waystone-check-answers: asks a server at random about maps whose right answers are known by slow means.
// scripts/check-answers bakes the maps, starts the server and runs this.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "client/waystone_client.h"
#include "tests/answers/runner.h"

namespace waystone::answers {
namespace {

using Json = nlohmann::ordered_json;

// The last line, of all kinds.
bool PrintSum(const Tally& tally) {
  Count sum;
  Json by_kind = Json::object();
  for (const auto& [kind, count] : tally.counts()) {
    by_kind[kind] = {{"asked", count.asked}, {"wrong", count.wrong}};
    sum.asked += count.asked;
    sum.wrong += count.wrong;
  }
  const Json line = {{"asked", sum.asked}, {"wrong", sum.wrong}, {"by_kind", by_kind}};
  std::printf("%s\n", line.dump().c_str());
  return sum.wrong == 0 && sum.asked > 0;
}

int Main(int argc, char** argv) {
  CLI::App app("Asks a server at random, and judges its answers by slow means.", "waystone-check-answers");
  std::string server;
  std::string list_path;
  RunOptions options;
  app.add_option("--server", server, "The server, HOST:PORT")->required();
  app.add_option("--maps", list_path, "The list of maps that answer_sources.py wrote")->required();
  app.add_option("--packages", options.packages, "The folder that the server serves")->required();
  app.add_option("--seed", options.seed, "The same seed asks the same questions [1]");
  app.add_option("--questions", options.questions, "About how many [1000000]");
  app.add_option("--threads", options.threads, "That ask side by side [2]")->check(CLI::Range(1, 256));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    std::fprintf(stderr, "waystone-check-answers: %s (see --help)\n", error.what());
    return 2;
  }
  const auto maps = ReadMapList(list_path);
  const auto client =
      client::WaystoneClient::Create({.address = server, .timeout = std::chrono::milliseconds(600'000)});
  if (!maps.ok() || !client.ok()) {
    std::fprintf(stderr, "waystone-check-answers: %s\n",
                 std::string((maps.ok() ? client.status() : maps.status()).message()).c_str());
    return 2;
  }
  Tally tally;
  AskAll(*maps, **client, options, tally);
  return PrintSum(tally) ? 0 : 1;
}

}  // namespace
}  // namespace waystone::answers

int main(int argc, char** argv) { return waystone::answers::Main(argc, argv); }
