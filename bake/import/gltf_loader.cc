#include "bake/import/gltf_loader.h"

#include <charconv>
#include <exception>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"

namespace waystone {
namespace {

// Serves "buffer-<k>" from memory to the loader, once each, and nothing else.
class BufferServer {
 public:
  explicit BufferServer(std::vector<std::string> buffers) : buffers_(std::move(buffers)) {}

  tinygltf::FsCallbacks Callbacks() {
    return {&FileExists, &ExpandFilePath, &ReadWholeFile, &WriteWholeFile, this};
  }

 private:
  static bool FileExists(const std::string& name, void* self) {
    return static_cast<BufferServer*>(self)->Find(name) != nullptr;
  }
  static std::string ExpandFilePath(const std::string& name, void*) { return name; }
  static bool ReadWholeFile(std::vector<unsigned char>* out, std::string*, const std::string& name,
                            void* self) {
    std::string* const buffer = static_cast<BufferServer*>(self)->Find(name);
    if (buffer == nullptr) return false;
    out->assign(buffer->begin(), buffer->end());
    std::string().swap(*buffer);
    return true;
  }
  static bool WriteWholeFile(std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
    return false;
  }

  std::string* Find(std::string_view name) {
    name.remove_prefix(std::min(name.size(), name.rfind('-') + 1));
    size_t number = buffers_.size();
    std::from_chars(name.data(), name.data() + name.size(), number);
    return number < buffers_.size() ? &buffers_[number] : nullptr;
  }

  std::vector<std::string> buffers_;
};

}  // namespace

absl::StatusOr<tinygltf::Model> LoadGltf(const GltfJson& json, std::vector<std::string> buffers) {
  BufferServer server(std::move(buffers));
  tinygltf::TinyGLTF loader;
  loader.SetFsCallbacks(server.Callbacks());
  tinygltf::Model model;
  std::string error;
  std::string warning;
  try {
    if (loader.LoadASCIIFromString(&model, &error, &warning, json.text.data(),
                                   static_cast<unsigned int>(json.text.size()), "")) {
      return model;
    }
  } catch (const std::exception& exception) {
    error = exception.what();
  }
  return InvalidArgument("the glTF loader refused the file: ", Printable(error, kShownTextBytes));
}

}  // namespace waystone
