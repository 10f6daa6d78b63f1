// The program without a server: flags, exit codes, packages, pictures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "client/cli/command.h"
#include "tests/bake/world/baked_source.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/e2e/test_world.h"
#include "tests/support/seed_packages.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;
};

Outcome Waystone(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv = {"waystone"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::ostringstream out;
  std::ostringstream err;
  Outcome outcome;
  outcome.exit_code = RunCommandLine(static_cast<int>(argv.size()), argv.data(), {out, err});
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

// The seed packages as files.
class CommandLineOnPackages : public ::testing::Test {
 protected:
  CommandLineOnPackages() {
    for (const auto& [name, bytes] : SeedPackages()) {
      std::ofstream(folder_.File(name), std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
  }
  void Write(const std::string& name, const std::string& text) { std::ofstream(folder_.File(name)) << text; }

  TempFolder folder_;
  const std::string good_ = folder_.File("storeys.waymap");
  const std::string bad_ = folder_.File("bad-cut.waymap");
};

TEST(CommandLine, AnUnknownFlagIsNamedWithoutItsValue) {
  const Outcome flag = Waystone({"health", "--clearence", "4"});
  EXPECT_EQ(flag.exit_code, kExitUsage);
  EXPECT_THAT(flag.err, StartsWith("waystone: unknown flag \"--clearence\""));
  const Outcome word = Waystone({"health", "now"});
  EXPECT_EQ(word.exit_code, kExitUsage);
  EXPECT_THAT(word.err, StartsWith("waystone: not expected: \"now\""));
}

TEST(CommandLine, HelpAndVersionAreNoErrors) {
  EXPECT_EQ(Waystone({"--help"}).exit_code, kExitOk);
  EXPECT_THAT(Waystone({"--help"}).out, HasSubstr("Exit codes"));
  EXPECT_EQ(Waystone({"route", "--help"}).exit_code, kExitOk);
  EXPECT_THAT(Waystone({"--version"}).out, StartsWith("waystone "));
}

TEST(CommandLine, HelpSaysWherePlacesMayBeNamed) {
  for (const auto& [command, flags] : std::map<std::string, std::vector<std::string>>{
           {"route", {"--from", "--to", "--via"}},
           {"why", {"--from", "--to", "--via"}},
           {"explore", {"--from"}},
           {"distances", {"--from", "--to"}},
           {"reach", {"--from"}},
           {"validate", {"--from", "--to"}},
           {"place",
            {"--near", "--nearest", "--audit", "--anchor", "--existing", "--team", "--along",
             "--seen-from"}}}) {
    const std::string help = Waystone({command, "--help"}).out;
    for (const std::string& flag : flags)
      EXPECT_THAT(help, HasSubstr("\n  " + flag + " X,Y,Z|name:PLACE|world:PLACE")) << command;
  }
}

TEST(CommandLine, WrongUsageEndsWithTwoAndOneLine) {
  const std::vector<std::vector<std::string>> commands = {
      {},
      {"fly"},
      {"route"},
      {"route", "--map", "town", "--from", "1,2,3"},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "4,5"},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--max-expansions", "-1"},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--nonsense"},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--timeout-ms", "0"},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--via", "7,8"},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "@no/such/file"},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--max-length", "-1"},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--max-length-ratio", "3"},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--generation", ""},
      {"route", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--generation="},
      {"reach", "--map", "town", "--from", "1,2,3"},
      {"reach", "--map", "town", "--from", "1,2,3", "--max-cost", "10", "--contour", "near"},
      {"distances", "--map", "town", "--from", "1,2,3"},
      {"distances", "--map", "town", "--from", "1,2,3", "--to", "4,5"},
      {"distances", "--map", "town", "--from", "1,2,3", "--to", "4,5,6", "--max-distance", "nan"},
      {"place", "--map", "town", "--count", "many"},
      {"place", "--map", "town", "--seed", "99999999999999999999999"},
      {"place", "--map", "town", "--seed", "-1"},
      {"place", "--map", "town", "--count", "010"},
      {"validate", "--map", "town", "--from", "1,2,3", "--to", "1,2,3", "--tolerance", "nan"},
      {"validate", "--map", "town", "--from", "nan,0,0", "--to", "1,2,3"},
      {"validate", "--map", "town"},
      {"validate", "--map", "town", "--to", "1,2,3"},
      {"validate", "--map", "town", "--from", "1,2,3", "--track", "no/such/file"},
      {"validate", "--map", "town", "--track", "no/such/file"},
      {"validate", "--map", "town", "--from", "1,2,3", "--rule", "soft"},
      {"validate", "--map", "town", "--from", "1,2,3", "--skip", "everything"},
      {"validate", "--map", "town", "--from", "1,2,3", "--grant", "blink,1,2"},
      {"validate", "--map", "town", "--from", "1,2,3", "--grant", "leap,1,2,3"},
      {"validate", "--map", "town", "--from", "1,2,3", "--speed-tolerance", "0.5"},
      {"validate", "--map", "town", "--from", "1,2,3", "--max-drop", "-1"},
      {"validate", "--map", "town", "--from", "1,2,3", "--to", "1,2,3", "--max-speed", "5"},
      {"validate", "--map", "town", "--from", "1,2,3", "--to", "1,2,3", "--correct", "nearest"},
      {"validate", "--map", "town", "--from", "1,2,3", "--to", "1,2,3", "--token", "?"},
      {"validate", "--map", "town", "--from", "1,2,3", "--to", "1,2,3", "--svg", "move.svg"},
      {"maps", "--server", ""},
      {"package"},
      {"package", "diff", "one"},
      {"draw", "x.waymap"},
  };
  for (const auto& command : commands) {
    const Outcome outcome = Waystone(command);
    const std::string name = command.empty() ? "(nothing)" : command[0];
    EXPECT_EQ(outcome.exit_code, kExitUsage) << name << ": " << outcome.err;
    EXPECT_THAT(outcome.err, StartsWith("waystone: ")) << name;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty()) << name;
  }
}

TEST(CommandLine, MessagesNameTheFlagAndTheRule) {
  EXPECT_THAT(Waystone({"route", "--map", "town", "--from", "1,2,3", "--to", "4,5"}).err,
              HasSubstr("--to: must be three numbers x,y,z in metres"));
  EXPECT_THAT(Waystone({"maps", "--timeout-ms", "0"}).err,
              HasSubstr("--timeout-ms: must be a whole number from 1 to 3600000"));
}

TEST(CommandLine, WhatIsGivenTooOftenOrNotAtAllIsSaidPlainly) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{"route", "--map", "m", "--from", "1,2,3", "--from", "4,5,6"}, "--from: give it once"},
      {{"why", "--map", "m", "--to", "1,2,3", "--to", "4,5,6"}, "--to: give it once"},
      {{"route", "--map", "m", "--snap-radius", "1", "--snap-radius", "2"}, "--snap-radius: give it once"},
      {{"route", "--map"}, "--map: a value is missing, ID"},
      {{"route", "--from", "1,2,3"}, "--map: must be given"},
      {{"route", "--map", "m", "--from", "1,2,3", "--to", "4,5,6", "--block-poly", "7"},
       "--block-poly: needs --generation"},
      {{"package", "diff", "a", "b", "c"}, "FILE: give 2, not 3"},
      {{"package", "diff", "a"}, "FILE: give 2, not 1"},
      {{"package"}, "a command is missing"},
      {{"maps", "--tls=maybe"}, "--tls: cannot be \"maybe\""},
      {{"draw", "a", "-o", "b", "--cut-height", "z"},
       "--cut-height: must be a number from -100000000 to 100000000"},
      {{"route", "--map", "m", "--bogus", "--from", "1,2,3", "--to", "4,5,6"}, "unknown flag \"--bogus\""},
  };
  for (const auto& [arguments, message] : refused) {
    const Outcome outcome = Waystone(arguments);
    EXPECT_EQ(outcome.exit_code, kExitUsage) << message;
    EXPECT_EQ(outcome.err, "waystone: " + message + " (--help tells more)\n");
  }
}

TEST(CommandLine, NegativeCoordinatesNeedNoTricks) {
  // Refused for the timeout only: the positions were understood.
  EXPECT_THAT(
      Waystone({"route", "--map", "m", "--from", "-1,2,3", "--to", "-4,-5,-6", "--timeout-ms", "0"}).err,
      HasSubstr("--timeout-ms"));
}

TEST(CommandLine, WithoutAServerTheCommandFails) {
  const Outcome outcome = Waystone({"maps", "--server", "127.0.0.1:1", "--timeout-ms", "1500"});
  EXPECT_EQ(outcome.exit_code, kExitFailed);
  EXPECT_THAT(outcome.err, StartsWith("waystone: no answer from 127.0.0.1:1: "));
}

TEST_F(CommandLineOnPackages, CheckTellsWholePackagesFromDamagedOnes) {
  EXPECT_EQ(Waystone({"package", "check", good_}).exit_code, kExitOk);
  EXPECT_EQ(Waystone({"package", "check", good_, bad_}).exit_code, kExitFailed);
  EXPECT_EQ(Waystone({"package", "check", folder_.File("none.waymap")}).exit_code, kExitUsage);
  EXPECT_THAT(Waystone({"package", "check", "--json", bad_}).out, HasSubstr("\"ok\":false"));
  const std::string record = folder_.File("world.bakes.json");
  WriteFile(record, "{}");
  EXPECT_EQ(Waystone({"package", "check", good_, record}).exit_code, kExitOk);
  EXPECT_THAT(Waystone({"package", "check", good_, record}).out, HasSubstr("not a package, skipped"));
  EXPECT_EQ(Waystone({"package", "check", record, bad_}).exit_code, kExitFailed);
  EXPECT_EQ(Waystone({"package", "check", record}).exit_code, kExitUsage);
}

TEST_F(CommandLineOnPackages, AFolderStandsForItsPackages) {
  const std::string folder = folder_.File("packages");
  std::filesystem::create_directory(folder);
  std::filesystem::copy(good_, folder + "/good.waymap");
  WriteFile(folder + "/world.bakes.json", "{}");
  EXPECT_EQ(Waystone({"package", "check", folder}).out,
            Waystone({"package", "check", folder + "/good.waymap"}).out);
  EXPECT_EQ(Waystone({"package", "check", folder}).exit_code, kExitOk);
  std::filesystem::copy(bad_, folder + "/bad.waymap");
  const Outcome all = Waystone({"package", "check", folder});
  EXPECT_EQ(all.exit_code, kExitFailed);
  EXPECT_THAT(all.out, HasSubstr(folder + "/good.waymap: ok, "));
  EXPECT_THAT(all.out, HasSubstr(folder + "/bad.waymap: 1 problem\n"));
  const std::string empty = folder_.File("empty");
  std::filesystem::create_directory(empty);
  const Outcome none = Waystone({"package", "check", empty});
  EXPECT_EQ(none.exit_code, kExitUsage);
  EXPECT_THAT(none.err, HasSubstr("no packages in this folder"));
}

TEST_F(CommandLineOnPackages, CheckNamesThePackagesOfAFolderThatHoldAMapTwice) {
  const std::string folder = folder_.File("packages");
  std::filesystem::create_directory(folder);
  std::filesystem::copy(good_, folder + "/b.waymap");
  std::filesystem::copy(good_, folder + "/c.waymap");
  Outcome outcome = Waystone({"package", "check", folder});
  EXPECT_EQ(outcome.exit_code, kExitFailed);
  EXPECT_EQ(outcome.err,
            "waystone: " + folder + "/c.waymap: map id \"storeys\" is taken by " + folder + "/b.waymap\n");
  // The file that has the map's name is the one that servers take.
  std::filesystem::rename(folder + "/c.waymap", folder + "/storeys.waymap");
  outcome = Waystone({"package", "check", "--json", folder});
  EXPECT_EQ(outcome.exit_code, kExitFailed);
  EXPECT_THAT(outcome.err, HasSubstr("/b.waymap: map id \"storeys\" is taken by "));
  EXPECT_EQ(Waystone({"package", "dump", folder}).exit_code, kExitOk);
  std::filesystem::remove(folder + "/b.waymap");
  EXPECT_EQ(Waystone({"package", "check", folder}).exit_code, kExitOk);
}

TEST_F(CommandLineOnPackages, ResultsThatCannotBePrintedAreAFailure) {
  for (const std::vector<const char*>& argv : std::vector<std::vector<const char*>>{
           {"waystone", "package", "check", good_.c_str()},
           {"waystone", "package", "dump", good_.c_str()},
           {"waystone", "--version"},
       }) {
    std::ofstream full("/dev/full");
    std::ostringstream err;
    EXPECT_EQ(RunCommandLine(static_cast<int>(argv.size()), argv.data(), {full, err}), kExitFailed);
    EXPECT_EQ(err.str(), "waystone: standard output cannot be written\n");
  }
}

TEST_F(CommandLineOnPackages, DumpAndDiffPrintWhatTheyFind) {
  EXPECT_THAT(Waystone({"package", "dump", good_}).out, HasSubstr("navmesh_polys"));
  EXPECT_EQ(Waystone({"package", "diff", good_, good_}).exit_code, kExitOk);
  const auto changes =
      Waystone({"package", "diff", good_, good_, "--json", "--html", folder_.File("diff.html")});
  EXPECT_EQ(changes.exit_code, kExitOk) << changes.err;
  EXPECT_EQ(changes.out, "{\"changes\":[],\"has_ground\":true}\n");
  EXPECT_EQ(Waystone({"package", "diff", good_, good_, "--json", "--fail-on", "unreachable=x*"}).exit_code,
            kExitUsage);
  EXPECT_EQ(Waystone({"package", "diff", good_, folder_.File("none.waymap")}).exit_code, kExitUsage);
  const Outcome folders = Waystone({"package", "diff", folder_.path(), folder_.path()});
  EXPECT_EQ(folders.exit_code, kExitUsage);
  EXPECT_THAT(folders.err, HasSubstr("is a folder: give two package files"));
  EXPECT_THAT(folders.out, IsEmpty());
}

TEST_F(CommandLineOnPackages, PackagesOfDifferentMapsAreSaidToBe) {
  WriteDrawnMap(folder_.path(), "other.waymap", "other", "....\n....\n");
  const std::string other = folder_.File("other.waymap");
  const std::string note =
      "these are not two packages of one map: a is of map \"storeys\", b of map \"other\"";
  const Outcome text = Waystone({"package", "diff", good_, other});
  EXPECT_EQ(text.exit_code, kExitFailed);
  EXPECT_THAT(text.out, HasSubstr("\nnote: " + note + "\nmanifest "));
  EXPECT_EQ(nlohmann::json::parse(Waystone({"package", "diff", good_, other, "--json"}).out)["note"], note);
  WriteDrawnMap(folder_.path(), "same.waymap", "other", "...#\n....\n");
  const Outcome same = Waystone({"package", "diff", other, folder_.File("same.waymap")});
  EXPECT_EQ(same.exit_code, kExitFailed);
  EXPECT_THAT(same.out, Not(HasSubstr("note")));
}

TEST_F(CommandLineOnPackages, ADamagedPackageCannotBeComparedWhateverIsAsked) {
  const std::string page = folder_.File("diff.html");
  const Outcome plain = Waystone({"package", "diff", good_, bad_});
  EXPECT_EQ(plain.exit_code, kExitUsage);
  EXPECT_THAT(plain.err, StartsWith("waystone: " + bad_ + ": section "));
  EXPECT_THAT(plain.out, IsEmpty());
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"--html", page}, {"--fail-on", "unreachable=*"}, {"--json", "--html", page}}) {
    std::vector<std::string> command = {"package", "diff", good_, bad_};
    command.insert(command.end(), more.begin(), more.end());
    const Outcome outcome = Waystone(command);
    EXPECT_EQ(outcome.exit_code, kExitUsage) << more[0];
    EXPECT_EQ(outcome.err, plain.err) << more[0];
    EXPECT_THAT(outcome.out, IsEmpty()) << more[0];
  }
  const Outcome json = Waystone({"package", "diff", good_, bad_, "--json"});
  EXPECT_EQ(json.exit_code, kExitUsage);
  EXPECT_EQ(json.err, plain.err);
  EXPECT_EQ("waystone: " + nlohmann::json::parse(json.out)["problem"].get<std::string>() + "\n", plain.err);
}

TEST_F(CommandLineOnPackages, AReportNamesTheDamagedPackageAndRefusesOtherFiles) {
  const std::string page = folder_.File("page.html");
  const Outcome damaged = Waystone({"report", bad_, "-o", page});
  EXPECT_EQ(damaged.exit_code, kExitFailed);
  EXPECT_THAT(damaged.err, StartsWith("waystone: " + bad_ + ": section "));
  const std::string source = folder_.File("world.yaml");
  WriteFile(source, "world: sample\nmaps: []\n");
  const Outcome other = Waystone({"report", source, "-o", page});
  EXPECT_EQ(other.exit_code, kExitUsage);
  EXPECT_EQ(other.err,
            "waystone: \"" + source +
                "\" is no package: give a .waymap file, a .wayworld file, or the folder of packages "
                "that waystone-bake wrote\n");
}

TEST_F(CommandLineOnPackages, AReportOfAWorldNamesItsMissingMap) {
  const DrawnWorld world(ThreeRooms());
  const std::string page = folder_.File("world.html");
  const Outcome whole = Waystone({"report", world.folder(), "-o", page});
  EXPECT_EQ(whole.exit_code, kExitOk) << whole.err;
  EXPECT_THAT(ReadFile(page), Not(HasSubstr("is missing: ")));
  std::filesystem::remove(world.package_paths()[1]);
  const Outcome outcome = Waystone({"report", world.folder(), "-o", page});
  EXPECT_EQ(outcome.exit_code, kExitFailed);
  EXPECT_EQ(outcome.err, "waystone: map \"map1\" is missing: " + world.package_paths()[1] + ": not there\n");
  EXPECT_THAT(ReadFile(page), HasSubstr(R"("sentence":"the world: map \"map1\" is missing: )"));
}

TEST_F(CommandLineOnPackages, APlaceThatIsGoneFails) {
  const std::string older = folder_.File("older.waymap");
  const std::string newer = folder_.File("newer.waymap");
  WriteDrawnMap(folder_.path(), "older.waymap", "level", "....\n....\n", {{"spawn", {1, 0, 1}}});
  WriteDrawnMap(folder_.path(), "newer.waymap", "level", "....\n....\n", {{"start", {1, 0, 1}}});
  const std::string page = folder_.File("diff.html");
  const Outcome text =
      Waystone({"package", "diff", older, newer, "--fail-on", "unreachable=spawn", "--html", page});
  EXPECT_EQ(text.exit_code, kExitFailed) << text.err;
  EXPECT_EQ(
      text.out,
      "FAILED: \"spawn\" is gone: it was removed or renamed, at 1, 0, 1\n\"start\" was added, at 1, 0, 1\n");
  const std::string html = ReadFile(page);
  EXPECT_THAT(html,
              HasSubstr(R"({"kind":"removed","sentence":"\"spawn\" is gone: it was removed or renamed")"));
  EXPECT_THAT(html, HasSubstr(R"("fails":true)"));
  const Outcome other =
      Waystone({"package", "diff", older, newer, "--json", "--fail-on", "unreachable=sta*"});
  EXPECT_EQ(other.exit_code, kExitOk);
  const auto json = nlohmann::json::parse(other.out);
  EXPECT_EQ(json["changes"][0]["kind"], "removed");
  EXPECT_EQ(json["changes"][0]["fails"], false);
  EXPECT_EQ(json["changes"][1]["kind"], "added");
}

TEST_F(CommandLineOnPackages, ReportsTakeTheReportOfTheirOwnBakeOnly) {
  const std::string page = folder_.File("page.html");
  const auto map_id = nlohmann::json::parse(Waystone({"package", "dump", "--json", good_}).out);
  nlohmann::json line = {{"map_id", map_id["manifest"]["map_id"]},
                         {"generation", map_id["generation"]},
                         {"status", "baked"},
                         {"seconds", 1},
                         {"warnings", {"much fog"}}};
  const nlohmann::json absent = {{"map_id", "far"},
                                 {"generation", "1"},
                                 {"status", "baked"},
                                 {"seconds", 1},
                                 {"warnings", nlohmann::json::array()}};
  const std::string file = folder_.File("world.report.json");
  const auto report = [&](const std::vector<nlohmann::json>& lines) {
    Write(
        "world.report.json",
        nlohmann::json({{"world", "realm"}, {"warnings", nlohmann::json::array()}, {"maps", lines}}).dump());
    return Waystone({"report", good_, "--bake-report", file, "-o", page});
  };
  const Outcome good = report({absent, line});
  EXPECT_EQ(good.exit_code, kExitOk) << good.err;
  EXPECT_THAT(ReadFile(page), HasSubstr("much fog"));
  const Outcome foreign = report({absent});
  EXPECT_EQ(foreign.exit_code, kExitUsage);
  EXPECT_THAT(foreign.err, HasSubstr(file + ": no map of world \"realm\" that it tells of is in "));
  line["generation"] = "abc";
  const Outcome other = report({line});
  EXPECT_EQ(other.exit_code, kExitUsage);
  EXPECT_THAT(other.err, StartsWith("waystone: " + file + ": is not of the bake of " + good_ + ": "));
}

TEST_F(CommandLineOnPackages, DrawWritesAPicture) {
  const std::string picture = folder_.File("picture.svg");
  const Outcome outcome = Waystone({"draw", good_, "-o", picture});
  EXPECT_EQ(outcome.exit_code, kExitOk) << outcome.err;
  std::string first_line;
  std::getline(std::ifstream(picture) >> std::ws, first_line);
  EXPECT_THAT(first_line, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
}

// Of its four layers the one at 2 to 3 m has the fewest blocked voxels.
TEST_F(CommandLineOnPackages, DrawCutsAVolumeWhereMostIsFree) {
  const std::string reef =
      BakeSource(folder_.path(), "reef", "reef.3dmap", "voxel 7 4 5\n3 0 0\n3 1 1\n3 1 2\n3 3 1\n");
  const std::string picture = folder_.File("picture.svg");
  const Outcome outcome = Waystone({"draw", reef, "-o", picture});
  EXPECT_EQ(outcome.exit_code, kExitOk) << outcome.err;
  EXPECT_THAT(outcome.err, StartsWith("waystone: cut at a height of 2.50 m, "));
  std::stringstream drawn;
  drawn << std::ifstream(picture).rdbuf();
  EXPECT_THAT(drawn.str(), HasSubstr("cut at a height of 2.50 m"));
  const Outcome asked = Waystone({"draw", reef, "--cut-height", "1.5", "-o", picture});
  EXPECT_EQ(asked.exit_code, kExitOk) << asked.err;
  EXPECT_EQ(asked.err, "");
  EXPECT_EQ(Waystone({"draw", good_, "-o", picture}).err, "");
}

TEST_F(CommandLineOnPackages, DrawNamesWhatItCannotUse) {
  const std::string picture = folder_.File("picture.svg");
  const Outcome missing = Waystone({"draw", good_, "--route", folder_.File("none.json"), "-o", picture});
  EXPECT_EQ(missing.exit_code, kExitUsage);
  EXPECT_THAT(missing.err, HasSubstr("none.json"));
  Write("other.json",
        R"({"kind":"place","request":{"map_id":"elsewhere"},"response":{"status":"PLACE_STATUS_NONE"}})");
  const Outcome other = Waystone({"draw", good_, "--places", folder_.File("other.json"), "-o", picture});
  EXPECT_EQ(other.exit_code, kExitUsage);
  EXPECT_THAT(other.err, HasSubstr("map_id"));
  EXPECT_EQ(Waystone({"draw", bad_, "-o", picture}).exit_code, kExitFailed);
  EXPECT_EQ(Waystone({"draw", good_, "-o", folder_.File("no/such/folder.svg")}).exit_code, kExitFailed);
  EXPECT_EQ(Waystone({"draw", good_, "--agent", "giant", "-o", picture}).exit_code, kExitUsage);
}

}  // namespace
}  // namespace waystone::cli
