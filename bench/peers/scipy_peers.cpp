#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "bench/peers/peer.h"

namespace latspline::bench {
namespace {

/// The server's process, its pipes and its files.
class Server {
 public:
  Server(const std::vector<float>& coefficients, const std::size_t (&extent)[3], Degree degree) {
    folder_ = (std::filesystem::temp_directory_path() /
               ("bench-peers-" + std::to_string(getpid()) + "-" + std::to_string(static_cast<int>(degree))))
                  .string();
    std::filesystem::create_directories(folder_);
    const std::string field = write("coefficients", coefficients);
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) return;
    if (fork() == 0) {
      dup2(to[0], 0);
      dup2(from[1], 1);
      for (const int end : {to[0], to[1], from[0], from[1]}) close(end);
      execl(SCIPY_PYTHON, SCIPY_PYTHON, SCIPY_SERVER, static_cast<char*>(nullptr));
      _exit(127);
    }
    close(to[0]);
    close(from[1]);
    to_ = fdopen(to[1], "w");
    from_ = fdopen(from[0], "r");
    std::fprintf(to_, "%d\t%zu\t%zu\t%zu\t%s\n", static_cast<int>(degree), extent[0], extent[1], extent[2],
                 field.c_str());
    std::fflush(to_);
    ready_ = line() == "ready\n";
  }
  ~Server() {
    if (to_ != nullptr) std::fclose(to_);
    if (from_ != nullptr) std::fclose(from_);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  bool ready() const { return ready_; }

  double run(const Points& points, Results& results) {
    const std::string source =
        write(("points" + std::to_string(reinterpret_cast<std::uintptr_t>(&points))).c_str(), points.all);
    const std::string target = folder_ + "/values";
    std::fprintf(to_, "%s\t%s\n", source.c_str(), target.c_str());
    std::fflush(to_);
    const double time = std::atof(line().c_str());
    std::ifstream(target, std::ios::binary)
        .read(reinterpret_cast<char*>(results.values.data()), static_cast<std::streamsize>(4 * results.values.size()));
    return time;
  }

 private:
  std::string write(const char* name, const std::vector<float>& items) const {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(items.data()), static_cast<std::streamsize>(4 * items.size()));
    return path;
  }
  std::string line() {
    char text[256] = "";
    return from_ != nullptr && std::fgets(text, sizeof text, from_) != nullptr ? text : "";
  }

  std::string folder_;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
  bool ready_ = false;
};

}  // namespace

std::vector<Peer> scipy_peers(const std::vector<float>& coefficients, const std::size_t (&extent)[3], Degree degree) {
  const auto server = std::make_shared<Server>(coefficients, extent, degree);
  if (!server->ready()) return {};
  return {{"SciPy map_coordinates (f64)", false,
           [server](const Points& points, Results& results) { return server->run(points, results); }}};
}

}  // namespace latspline::bench
