// The methods of the API whose answers are understood, with their messages.
#pragma once

#include <google/protobuf/message.h>

#include <span>
#include <string_view>

namespace waystone::client {

struct ApiMethod {
  std::string_view name;  // as gRPC calls it: "/waystone.v1.PathPlanning/PlanRoute"
  const google::protobuf::Message* request = nullptr;
  const google::protobuf::Message* answer = nullptr;
  bool is_stream = false;  // of many requests, each with its answers
};

// PathPlanning and MapCatalog. Sorted as the API has them.
std::span<const ApiMethod> ApiMethods();
// Null: of another service, or newer than this program.
const ApiMethod* FindApiMethod(std::string_view name);

// "PlanRoute".
std::string_view ShortName(std::string_view method);

}  // namespace waystone::client
