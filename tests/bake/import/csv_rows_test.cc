#include "bake/import/csv_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace waystone {
namespace {

using ::testing::ElementsAre;

TEST(CsvRows, GivesFieldsWithoutSpacesAndCountsLines) {
  CsvRows rows(
      "\xef\xbb\xbf"
      "a,b\r\n\n  1 , \t2\n,\n");
  ASSERT_TRUE(rows.Next());
  EXPECT_THAT(rows.fields(), ElementsAre("a", "b"));
  EXPECT_EQ(rows.line(), 1U);
  ASSERT_TRUE(rows.Next());
  EXPECT_THAT(rows.fields(), ElementsAre("1", "2"));
  EXPECT_EQ(rows.line(), 3U);
  ASSERT_TRUE(rows.Next());
  EXPECT_THAT(rows.fields(), ElementsAre("", ""));
  EXPECT_FALSE(rows.Next());
  EXPECT_FALSE(CsvRows("").Next());
}

TEST(CsvRows, ANumberIsFiniteAndAnIntegerIsInItsRange) {
  CsvRows rows("1.5e3,nan,1e999,2x,-1,7,8,\n");
  ASSERT_TRUE(rows.Next());
  EXPECT_EQ(*rows.Number(0, "x"), 1500.0);
  EXPECT_EQ(rows.Number(1, "x").status().message(), "line 1: x 'nan' is not finite");
  EXPECT_EQ(rows.Number(2, "x").status().message(), "line 1: x '1e999' is not finite");
  EXPECT_EQ(rows.Number(3, "x").status().message(), "line 1: x '2x' is not a number");
  EXPECT_EQ(rows.Integer(4, "id", 7).status().message(), "line 1: id '-1' is not an integer from 0 to 7");
  EXPECT_EQ(*rows.Integer(5, "id", 7), 7U);
  EXPECT_FALSE(rows.Integer(6, "id", 7).ok());
  EXPECT_FALSE(rows.Number(7, "x").ok());
}

}  // namespace
}  // namespace waystone
