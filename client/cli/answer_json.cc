#include "client/cli/answer_json.h"

#include <google/protobuf/util/json_util.h>

#include "core/base/check.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

std::string Json(const google::protobuf::Message& message, bool with_zeros) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = with_zeros;
  std::string json;
  WS_CHECK(google::protobuf::util::MessageToJsonString(message, &json, options).ok());
  return json;
}

}  // namespace

std::string JsonLine(const google::protobuf::Message& message) { return Json(message, true) + "\n"; }

std::string AnswerLine(std::string_view kind, const google::protobuf::Message& request,
                       const google::protobuf::Message& answer) {
  return StrCat("{\"kind\":\"", kind, "\",\"request\":", Json(request, false),
                ",\"response\":", Json(answer, true), "}\n");
}

}  // namespace waystone::cli
