#include "client/recording/api_methods.h"

#include <google/protobuf/descriptor.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <string>

#include "waystone/v1/path_planning.grpc.pb.h"
#include "waystone/v1/path_planning.pb.h"

namespace waystone::client {
namespace {

// The API as the build has it; the file of PathPlanning has no message that would make it known by itself.
const google::protobuf::ServiceDescriptor* Service(const std::string& name, const std::string& file) {
  const auto* const pool = google::protobuf::DescriptorPool::generated_pool();
  const google::protobuf::FileDescriptor* const found = pool->FindFileByName(file);
  return found == nullptr ? nullptr : found->FindServiceByName(name);
}

TEST(ApiMethods, AreThoseOfTheServices) {
  size_t known = 0;
  for (const auto& [name, file] : {std::pair("PathPlanning", "waystone/v1/path_planning.proto"),
                                   std::pair("MapCatalog", "waystone/v1/map_catalog.proto")}) {
    const google::protobuf::ServiceDescriptor* const service = Service(name, file);
    ASSERT_NE(service, nullptr) << file;
    for (int i = 0; i < service->method_count(); ++i) {
      const google::protobuf::MethodDescriptor& method = *service->method(i);
      const ApiMethod* const found = FindApiMethod("/" + service->full_name() + "/" + method.name());
      ASSERT_NE(found, nullptr) << method.full_name();
      EXPECT_EQ(found->request->GetDescriptor(), method.input_type()) << method.full_name();
      EXPECT_EQ(found->answer->GetDescriptor(), method.output_type()) << method.full_name();
      EXPECT_EQ(found->is_stream, method.client_streaming()) << method.full_name();
      EXPECT_EQ(ShortName(found->name), method.name());
      ++known;
    }
  }
  EXPECT_EQ(known, ApiMethods().size());
  EXPECT_EQ(FindApiMethod("/waystone.v1.PackageAdmin/Reload"), nullptr);
}

}  // namespace
}  // namespace waystone::client
