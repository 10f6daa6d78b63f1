#include "server/convert/status_mapping.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(StatusMapping, DocumentedCodesKeepTheirMeaningAndTheRestIsInternal) {
  for (int code = 0; code <= 16; ++code) {
    const grpc::Status mapped = ToGrpcStatus(absl::Status(static_cast<absl::StatusCode>(code), "why"));
    const bool documented = code == 0 || code == 1 || code == 3 || code == 4 || code == 5 || code == 8 ||
                            code == 9 || code == 12 || code == 14 || code == 15;
    EXPECT_EQ(mapped.error_code(), documented ? code : grpc::StatusCode::INTERNAL) << code;
    EXPECT_EQ(mapped.error_message(), code == 0 ? "" : "why");
  }
}

}  // namespace
}  // namespace waystone
