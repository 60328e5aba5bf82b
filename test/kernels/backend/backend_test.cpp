// The loader of the CUDA module: where it searches, what it rejects, and what it reports. A program finds its module by
// its own location, so every case is a folder with the probe and one of the fake modules.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "amorph/kernels/backend/boundary.hpp"

namespace fs = std::filesystem;

namespace amorph::test {
namespace {

class loader : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "amorph-loader-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root = name;
    fs::create_directories(root / "bin");
    fs::create_directories(root / "lib");
    fs::copy_file(PROBE, root / "bin/probe");
  }
  void TearDown() override { fs::remove_all(root); }

  void install(const std::string& variant, const fs::path& where) const {
    fs::create_directories((root / where).parent_path());
    fs::copy_file(fs::path(MODULES) / ("libfake_" + variant + ".so"), root / where,
                  fs::copy_options::overwrite_existing);
  }
  [[nodiscard]] std::string run(const std::string& backend,
                                const std::string& environment = "-u AMORPH_CUDA_MODULE") const {
    const std::string command =
        "cd / && env " + environment + " " + (root / "bin/probe").string() + " " + backend + " 2>&1";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    std::string text;
    std::array<char, 512> line{};
    while (std::fgets(line.data(), line.size(), pipe) != nullptr) text += line.data();
    ::pclose(pipe);
    return text;
  }
  fs::path root;
};

const std::string works = "cuda devices 2, query 0, 3 (no such device), answer 42, other version absent\n";

TEST_F(loader, AbsentIsSaid) {
  EXPECT_EQ(run("auto"), "cpu\n");
  EXPECT_EQ(run("cpu"), "cpu\n");
  EXPECT_EQ(run("cuda"), "status 3: backend cuda: this installation has no CUDA module (libamorph_cuda.so)\n");
  EXPECT_EQ(run("gpu"), "no backend\n");
}
TEST_F(loader, BesideTheProgram) {
  install("good", "bin/libamorph_cuda.so");
  EXPECT_EQ(run("auto"), works);
  EXPECT_EQ(run("cuda"), works);
  EXPECT_EQ(run("cpu"), "cpu\n");
}
TEST_F(loader, InLib) {
  install("good", "lib/libamorph_cuda.so");
  EXPECT_EQ(run("auto"), works);
}
TEST_F(loader, AsInstalled) {
  install("good", "lib/amorph/libamorph_cuda.so");
  EXPECT_EQ(run("auto"), works);
}
TEST_F(loader, BelowALibrarysFolder) {
  install("good", "bin/amorph/libamorph_cuda.so");
  EXPECT_EQ(run("auto"), works);
}
TEST_F(loader, ThroughALink) {  // the program is started through a symbolic link in another folder
  install("good", "lib/libamorph_cuda.so");
  fs::create_directories(root / "other");
  fs::rename(root / "bin/probe", root / "bin/real");
  fs::create_symlink(root / "bin/real", root / "bin/probe");
  EXPECT_EQ(run("auto"), works);
}
TEST_F(loader, WhereTheEnvironmentSays) {
  install("good", "elsewhere.so");
  const std::string path = (root / "elsewhere.so").string();
  EXPECT_EQ(run("auto", "AMORPH_CUDA_MODULE=" + path), works);
  // If the variable is set, the module beside the program is not used instead.
  install("good", "bin/libamorph_cuda.so");
  EXPECT_EQ(run("auto", "AMORPH_CUDA_MODULE=/nowhere/x.so"), "cpu\n");
  EXPECT_EQ(run("cuda", "AMORPH_CUDA_MODULE=/nowhere/x.so"),
            "status 3: backend cuda: no CUDA module at /nowhere/x.so ($AMORPH_CUDA_MODULE)\n");
}
TEST_F(loader, OtherVersionIsRefused) {
  install("version", "bin/libamorph_cuda.so");
  EXPECT_EQ(run("auto"), "cpu\n");
  const std::string said = run("cuda");
  EXPECT_NE(said.find("has interface version 99, this program needs 2"), std::string::npos) << said;
}
TEST_F(loader, NotAModule) {
  install("incomplete", "bin/libamorph_cuda.so");
  EXPECT_NE(run("cuda").find("is not a CUDA module of Amorph\n"), std::string::npos) << run("cuda");
  std::ofstream(root / "bin/libamorph_cuda.so") << "not a library";
  EXPECT_EQ(run("auto"), "cpu\n");
  EXPECT_NE(run("cuda").find("status 3: backend cuda: cannot open the CUDA module: "), std::string::npos)
      << run("cuda");
}
TEST_F(loader, NoDevice) {
  install("no_device", "bin/libamorph_cuda.so");
  EXPECT_EQ(run("auto"), "cpu\n");
  EXPECT_EQ(run("cuda"), "status 3: backend cuda: no CUDA device in this machine\n");
}
#ifdef REAL_MODULE
struct loader_release : loader {};
TEST_F(loader_release, TheRealModuleAnswers) {  // with or without a device
  fs::copy_file(REAL_MODULE, root / "lib/libamorph_cuda.so");
  EXPECT_EQ(run("auto"), "cpu\n");  // it has no algorithm of that name
  const std::string said = run("cuda");
  EXPECT_TRUE(said == "status 3: backend cuda: no NVIDIA driver in this machine\n" ||
              said == "status 3: backend cuda: no CUDA device in this machine\n" ||
              said.find("the NVIDIA driver is for CUDA") != std::string::npos ||
              said.find("lacks answer, version 3\n") != std::string::npos)
      << said;
}
#endif

TEST(Boundary, NothingGetsOut) {
  std::array<char, 16> line{};
  auto run = [&](auto f) { return guarded(line.data(), line.size(), f); };
  EXPECT_EQ(run([] {}), status::ok);
  EXPECT_STREQ(line.data(), "");
  EXPECT_EQ(run([] { return status::interrupted; }), status::interrupted);
  EXPECT_EQ(run([] { throw error(status::bad_input, "a message too long for it"); }), status::bad_input);
  EXPECT_STREQ(line.data(), "a message too l");
  EXPECT_EQ(run([] { throw std::bad_alloc(); }), status::out_of_memory);
  EXPECT_EQ(run([] { throw std::runtime_error("other"); }), status::internal);
  EXPECT_STREQ(line.data(), "other");
  EXPECT_EQ(run([] { throw 7; }), status::internal);
  EXPECT_EQ(guarded(nullptr, 0, [] { throw 7; }), status::internal);
}

}  // namespace
}  // namespace amorph::test
