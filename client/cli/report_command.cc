// `waystone report`: packages as a page that one can mail.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "client/cli/command.h"
#include "client/report/report_page.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

struct ReportFlags {
  std::string path;
  std::string output;
  std::vector<std::string> bake_reports;
};

absl::Status WriteReport(const ReportFlags& flags) {
  WS_ASSIGN_OR_RETURN(const auto maps, client::OpenedMaps::Open(flags.path));
  std::filesystem::path named(flags.path);
  if (!named.has_filename()) named = named.parent_path();
  client::ReportContent content{.title = named.filename().string()};
  for (const std::string& file : flags.bake_reports) {
    std::string text;
    WS_RETURN_IF_ERROR(ReadTextFile(file, text));
    absl::StatusOr<client::BakeFigures> figures = client::ReadBakeFigures(text);
    if (!figures.ok()) return absl::InvalidArgumentError(StrCat(file, ": ", figures.status().message()));
    const std::vector<std::string> ids = maps->MapIds();
    if (std::find(ids.begin(), ids.end(), figures->map_id) == ids.end())
      return absl::InvalidArgumentError(
          StrCat(file, ": is of map ", Quoted(figures->map_id), ", which is not here"));
    content.bakes.push_back(*std::move(figures));
  }
  WS_ASSIGN_OR_RETURN(const std::string page, client::ReportOf(*maps, content));
  return WriteTextFile(flags.output, page);
}

}  // namespace

void AddReportCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand(
      "report", "write packages into one HTML file with the explorer's viewer, without a server");
  auto flags = std::make_shared<ReportFlags>();
  command->add_option("PACKAGE", flags->path, "a .waymap file, a world file, or a folder of packages")
      ->required();
  command->add_option("--bake-report", flags->bake_reports,
                      "a file of `waystone-bake --report`: its warnings and figures; may be repeated");
  command->add_option("-o,--output", flags->output, "the page to write")->required();
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      const absl::Status status = WriteReport(*flags);
      return status.ok() ? kExitOk : Fail(console, status);
    };
  });
}

}  // namespace waystone::cli
