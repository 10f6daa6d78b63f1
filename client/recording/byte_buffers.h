// gRPC's messages as bytes.
#pragma once

#include <string>
#include <string_view>

namespace grpc {
class ByteBuffer;
}

namespace waystone::client {

// Empty if gRPC cannot give the bytes, as of a buffer that holds none.
std::string BytesOf(const grpc::ByteBuffer& buffer);
grpc::ByteBuffer BufferOf(std::string_view bytes);

}  // namespace waystone::client
