// The program of docs/routing.md, run on a drawn map.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

class LocalRoute : public testing::Test {
 protected:
  LocalRoute() {
    const NavmeshData mesh = AsciiNavmesh(
        ".#..\n"
        "....\n"
        "###.\n"
        ".###\n");
    MapManifest manifest;
    manifest.map_id = "yard";
    manifest.origin = {100, 0, 0};
    manifest.areas = {{1, "ground"}};
    manifest.variants.resize(1);
    const std::vector<VariantContent> content = {{&mesh}};
    const auto bytes = EncodeMap(manifest, content);
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_TRUE(WritePackageFile(package_, *bytes).ok());
  }
  ProgramRun Run(const std::string& package, const std::vector<std::string>& numbers) const {
    std::vector<std::string> command = {LOCAL_ROUTE_PROGRAM, package};
    command.insert(command.end(), numbers.begin(), numbers.end());
    return RunProgram(command);
  }
  TempFolder folder_;
  const std::string package_ = folder_.File("yard.waymap");
};

TEST_F(LocalRoute, PrintsThePointsOfTheRoute) {
  const ProgramRun run = Run(package_, {"100.5", "0", "0.5", "102.5", "0", "0.5"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "100.5 0 0.5\n101 0 1\n102 0 1\n102.5 0 0.5\n");
}

TEST_F(LocalRoute, TellsByItsExitCodeThatThereIsNone) {
  const ProgramRun run = Run(package_, {"100.5", "0", "0.5", "100.5", "0", "3.5"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, "100.5 0 0.5\n100.5 0 2\n");
  EXPECT_EQ(Run(folder_.File("nowhere.waymap"), {"0", "0", "0", "0", "0", "0"}).exit_code, 2);
  EXPECT_EQ(Run(package_, {"nan", "0", "0", "0", "0", "0"}).exit_code, 2);
  EXPECT_EQ(Run(package_, {}).exit_code, 2);
}

TEST(RoutingPage, QuotesTheProgramAsItIs) {
  const auto read = [](const std::string& path) {
    std::ifstream in(std::string(WAYSTONE_SOURCE_DIR) + path);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  };
  const std::string program = read("/samples/local_route/main.cc");
  const std::string body = program.substr(program.find("int main("));
  EXPECT_NE(read("/docs/routing.md").find(body), std::string::npos);
}

}  // namespace
}  // namespace waystone
