#include "tools/io/png_file.h"

#include <png.h>

#include <cerrno>
#include <cstring>

#include "latspline/base/error.h"
#include "tools/io/atomic_file.h"

namespace latspline::tools {

void write_png(const std::string& path, const Picture& picture) {
  if (picture.width < 1 || picture.height < 1) {
    throw InputError("a picture of " + std::to_string(picture.width) + " x " + std::to_string(picture.height) +
                     " pixels cannot be written; accepted: 1 x 1 or more");
  }
  AtomicFile file(path);
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  errno = 0;
  if (png_image_write_to_stdio(&image, file.stream(), 0, picture.rgb.data(), 0, nullptr) == 0) {
    if (errno != 0) file.fail();
    throw InputError("cannot write '" + path + "': " + image.message);
  }
  file.commit();
}

}  // namespace latspline::tools
