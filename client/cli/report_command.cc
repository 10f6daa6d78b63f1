// `waystone report`: packages as a page that one can mail.
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
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

// Adds what the text, a report of a bake, tells of the maps that are here.
absl::Status AddBakes(std::string_view text, const client::OpenedMaps& maps, client::ReportContent& content) {
  WS_ASSIGN_OR_RETURN(client::BakeFile file, client::ReadBakeFile(text));
  const size_t before = content.bakes.size();
  for (client::BakeFigures& bake : file.maps) {
    const absl::Status fits = client::CheckBake(bake, maps);
    // The page may be of one map of the world. A page of the world tells why it is without this one.
    if (absl::IsNotFound(fits) && file.world) {
      if (bake.may_keep_older && maps.has_world())
        content.world_warnings.push_back(
            StrCat("map ", Quoted(bake.map_id), " could not be baked: ", bake.error));
      continue;
    }
    WS_RETURN_IF_ERROR(fits);
    content.bakes.push_back(std::move(bake));
  }
  if (content.bakes.size() == before)
    return absl::NotFoundError(
        StrCat("no map of world ", Quoted(*file.world), " that it tells of is in ", Quoted(maps.path())));
  if (maps.has_world()) {
    content.world_warnings.insert(content.world_warnings.end(), file.world_warnings.begin(),
                                  file.world_warnings.end());
  }
  return absl::OkStatus();
}

// Returns what is missing from the page that it wrote.
absl::StatusOr<std::vector<std::string>> WriteReport(const ReportFlags& flags) {
  WS_ASSIGN_OR_RETURN(const auto maps, client::OpenedMaps::Open(flags.path));
  std::filesystem::path named(flags.path);
  if (!named.has_filename()) named = named.parent_path();
  const std::vector<std::string> missing = maps->WhyMissing();
  client::ReportContent content{.title = named.filename().string(), .world_warnings = missing};
  for (const std::string& file : flags.bake_reports) {
    std::string text;
    WS_RETURN_IF_ERROR(ReadTextFile(file, text));
    const absl::Status added = AddBakes(text, *maps, content);
    if (!added.ok()) return absl::Status(added.code(), StrCat(file, ": ", added.message()));
  }
  WS_ASSIGN_OR_RETURN(const std::string page, client::ReportOf(*maps, content));
  WS_RETURN_IF_ERROR(WriteTextFile(flags.output, page));
  return missing;
}

}  // namespace

void AddReportCommand(CLI::App& program, Command& chosen) {
  CLI::App* command = program.add_subcommand(
      "report", "write packages into one HTML file with the explorer's viewer, without a server");
  auto flags = std::make_shared<ReportFlags>();
  command->add_option("PACKAGE", flags->path, "a .waymap file, a world file, or a folder of packages")
      ->required();
  command->add_option(
      "--bake-report", flags->bake_reports,
      "a file of `waystone-bake --report`, of a map or a world: its warnings and figures; may be repeated");
  command->add_option("-o,--output", flags->output, "the page to write")->required();
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      const absl::StatusOr<std::vector<std::string>> missing = WriteReport(*flags);
      if (!missing.ok()) return Fail(console, missing.status());
      int exit_code = kExitOk;
      for (const std::string& why : *missing) exit_code = Fail(console, absl::DataLossError(why));
      return exit_code;
    };
  });
}

}  // namespace waystone::cli
