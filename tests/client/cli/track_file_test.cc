#include "client/cli/track_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TrackFile : public ::testing::Test {
 protected:
  absl::Status Read(const std::string& text) {
    track_.Clear();
    WriteFile(path_, text);
    return ReadTrackFile(path_, track_);
  }
  std::string Refusal(const std::string& text) {
    const absl::Status status = Read(text);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    return std::string(status.message());
  }

  const TempFolder folder_;
  const std::string path_ = folder_.File("track.csv");
  v1::Track track_;
};

TEST_F(TrackFile, ALineIsASampleWithItsTimeOrWithout) {
  ASSERT_TRUE(Read("# x,y,z\n1,2,3\r\n\n-4,5e-1,6\n").ok());
  EXPECT_THAT(track_.xyz(), ElementsAre(1, 2, 3, -4, 0.5, 6));
  EXPECT_THAT(track_.time_s(), IsEmpty());
  ASSERT_TRUE(Read("1,2,3,0\n4,5,6,0.1").ok());
  EXPECT_THAT(track_.xyz(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(track_.time_s(), ElementsAre(0, 0.1));
}

TEST_F(TrackFile, TheFirstLineMayNameTheColumns) {
  const absl::Status status = Read(
      "# of a player\n"
      "t,x,y,z,state,received\n"
      "0,1,2,3,,0.04\n"
      "0.1,4,5,6,airborne,0.15\n"
      "0.2,7,8,9,platform,0.23\n");
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_THAT(track_.xyz(), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(track_.time_s(), ElementsAre(0, 0.1, 0.2));
  EXPECT_THAT(track_.received_s(), ElementsAre(0.04, 0.15, 0.23));
  EXPECT_THAT(track_.states(),
              ElementsAre(v1::MOVE_STATE_UNSPECIFIED, v1::MOVE_STATE_AIRBORNE, v1::MOVE_STATE_PLATFORM));
}

TEST_F(TrackFile, ABadLineIsRefusedByFileAndLine) {
  EXPECT_THAT(Refusal("# x,y,z\n1,2,3\n\n1,2\n"), HasSubstr("track.csv:4: must be x,y,z or x,y,z,t"));
  EXPECT_THAT(Refusal("1,2,3\n1,2,x\n"), HasSubstr("track.csv:2: must be x,y,z or x,y,z,t"));
  EXPECT_THAT(Refusal("1,2,3,0\n1,2,3\n"), HasSubstr("track.csv:2: all lines or none must have times"));
  EXPECT_THAT(Refusal("1,2,3\n1,2,3,0\n"), HasSubstr("track.csv:2: all lines or none must have times"));
  EXPECT_THAT(Refusal("1,2,nan\n"),
              HasSubstr("track.csv:1: z must be a number from -100000000 to 100000000"));
  EXPECT_THAT(Refusal("1,2,3,-1\n"), HasSubstr("track.csv:1: t must be a number from 0 to 1000000000"));
  EXPECT_THAT(Refusal("1,2,3,0,0.1\n"), HasSubstr("track.csv:1: must be x,y,z or x,y,z,t"));
}

TEST_F(TrackFile, ABadHeadIsRefusedByItsRule) {
  EXPECT_THAT(Refusal("x,y,z,time\n"),
              HasSubstr("track.csv:1: must name columns: x, y, z, t, received, state; "
                        "not \"time\""));
  EXPECT_THAT(Refusal("x,y,t\n"), HasSubstr("track.csv:1: must name the columns x, y and z; not without z"));
  EXPECT_THAT(Refusal("x,y,z,x\n"), HasSubstr("track.csv:1: must name every column once; not \"x\" twice"));
  EXPECT_THAT(Refusal("x,y,z,received\n"), HasSubstr("track.csv:1: `received` needs the column t"));
  EXPECT_THAT(Refusal("x,y,z,state\n1,2,3\n"),
              HasSubstr("track.csv:2: must be x,y,z,state, as the first line says"));
  EXPECT_THAT(
      Refusal("x,y,z,state\n1,2,3,flying\n"),
      HasSubstr("track.csv:2: state: must be one of grounded, airborne, swimming, platform; not \"flying\""));
}

TEST_F(TrackFile, AFileThatIsNotThereIsNamed) {
  EXPECT_TRUE(absl::IsNotFound(ReadTrackFile(folder_.File("none.csv"), track_)));
}

}  // namespace
}  // namespace waystone::cli
