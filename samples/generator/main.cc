// waystone-samples: writes Waystone's sample worlds.
#include <cstdio>
#include <exception>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "samples/generator/sample_files.h"

namespace {

int Run(int argc, char** argv) {
  CLI::App app("Writes Waystone's sample worlds. The same bytes on every machine.", "waystone-samples");
  app.require_subcommand(1);
  app.set_version_flag("--version", "waystone-samples " WAYSTONE_VERSION);
  std::string folder;
  const auto add = [&](const char* name, const char* help) {
    app.add_subcommand(name, help)
        ->add_option("-o,--output", folder, "folder to write to, made where missing")
        ->required();
  };
  for (const waystone::samples::Sample& sample : waystone::samples::AllSamples())
    add(sample.name, sample.help);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    std::fprintf(stderr, "waystone-samples: %s (see --help)\n", error.what());
    return 2;
  }

  for (const waystone::samples::Sample& sample : waystone::samples::AllSamples()) {
    if (!app.got_subcommand(sample.name)) continue;
    const absl::Status status = sample.write(folder);
    if (status.ok()) continue;
    std::fprintf(stderr, "waystone-samples: %s\n", std::string(status.message()).c_str());
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "waystone-samples: %s\n", error.what());
    return 1;
  }
}
