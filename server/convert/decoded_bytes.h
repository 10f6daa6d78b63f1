// How much memory a request takes once it is decoded, told before it is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/protobuf/descriptor.h"
#include "grpcpp/support/byte_buffer.h"

namespace waystone {

// [bytes] Longer requests are never quick to decode.
inline constexpr size_t kMostQuickBytes = 64 << 10;
// [bytes] Shorter ones always are.
inline constexpr size_t kQuickUnseenBytes = 1 << 10;
// [bytes] What others may take decoded to be quick.
inline constexpr uint64_t kMostQuickDecodedBytes = 128 << 10;
// [bytes] Requests that are no longer, as most, are decoded without a look: they take less than a megabyte.
inline constexpr size_t kMostUnseenBytes = 8 << 10;

// [bytes] What a request of so many bytes may take decoded. Sound ones take a few times their bytes; empty messages
// would take a hundred times theirs.
inline constexpr uint64_t MostDecodedBytes(uint64_t bytes) {
  return 16 * bytes + (bytes > kMostQuickBytes ? 4 << 20 : 512 << 10);
}

// Walks over the bytes of a request of this type (one of the API's), some ns for each field and no more than a few KiB of
// memory, and adds up what they take as a message on an arena: within a factor of four, for lists that grow by doubling.
// LimitError as soon as that is over MostDecodedBytes, or a list outside of a batch's items is longer than the API
// allows, which the error names. InvalidArgument if the bytes are no message; not all that are none are seen.
absl::Status CheckDecodedBytes(const grpc::ByteBuffer& bytes, const google::protobuf::Descriptor& type);

// Whether gRPC's own threads may decode it, as others wait for them meanwhile: some 100 us at most. Costs a walk, if the
// request is not short.
bool IsQuickToDecode(const grpc::ByteBuffer& bytes, const google::protobuf::Descriptor& type);

// [bytes] The sum, whatever it is. For tests.
absl::StatusOr<uint64_t> DecodedBytes(const grpc::ByteBuffer& bytes,
                                      const google::protobuf::Descriptor& type);

}  // namespace waystone
