// `waystone report`: packages as a page that one can mail.
#include <filesystem>
#include <memory>
#include <string>

#include "client/cli/command.h"
#include "client/report/report_page.h"
#include "core/base/status_macros.h"

namespace waystone::cli {
namespace {

struct ReportFlags {
  std::string path;
  std::string output;
};

absl::Status WriteReport(const ReportFlags& flags) {
  WS_ASSIGN_OR_RETURN(const auto maps, client::OpenedMaps::Open(flags.path));
  std::filesystem::path named(flags.path);
  if (!named.has_filename()) named = named.parent_path();
  WS_ASSIGN_OR_RETURN(const std::string page, client::ReportOf(*maps, named.filename().string()));
  return WriteTextFile(flags.output, page);
}

}  // namespace

void AddReportCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand(
      "report", "write packages into one HTML file with the explorer's viewer, without a server");
  auto flags = std::make_shared<ReportFlags>();
  command->add_option("PACKAGE", flags->path, "a .waymap file, a world file, or a folder of packages")
      ->required();
  command->add_option("-o,--output", flags->output, "the page to write")->required();
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      const absl::Status status = WriteReport(*flags);
      return status.ok() ? kExitOk : Fail(console, status);
    };
  });
}

}  // namespace waystone::cli
