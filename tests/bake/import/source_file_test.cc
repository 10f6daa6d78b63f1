#include "bake/import/source_file.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(Printable, LeavesPlainTextOfAnyLanguage) {
  EXPECT_EQ(Printable("Old Brick 3"), "Old Brick 3");
  EXPECT_EQ(Printable("Ställe/木"), "Ställe/木");
}

TEST(Printable, EscapesControlCharactersAndBrokenUtf8) {
  EXPECT_EQ(Printable("a\nb"), "a\\nb");
  EXPECT_EQ(Printable(std::string_view("a\0z", 3)), "a\\x00z");
  EXPECT_EQ(Printable("\xff"), "\\xff");
  EXPECT_EQ(Printable("\x1b[31m"), "\\x1b[31m");
}

TEST(Printable, CutsLongTextBetweenCharacters) {
  EXPECT_EQ(Printable(std::string(100, 'x'), 4), "xxxx...");
  EXPECT_EQ(Printable("aäää", 4), "aä...");  // 4 bytes would cut the second ä
}

TEST(ReferencedPath, StaysInTheFolder) {
  for (const char* good : {"a.bin", "sub/a b.bin", "./a.bin", "..a/b..", "..."}) {
    EXPECT_TRUE(CheckReferencedPath(good).ok()) << good;
  }
  for (const char* bad :
       {"", "..", "../a", "a/../../b", "a/..", "/a", "C:\\a", "a\\b", "http://h/a", "a\nb"}) {
    EXPECT_FALSE(CheckReferencedPath(bad).ok()) << bad;
  }
}

TEST(SourceExtension, IsOfTheFileNotTheFolder) {
  EXPECT_EQ(SourceExtension("a.b/c.OBJ"), "obj");
  EXPECT_EQ(SourceExtension("a.b/c"), "");
  EXPECT_EQ(SourceExtension(".obj"), "");
}

}  // namespace
}  // namespace waystone
