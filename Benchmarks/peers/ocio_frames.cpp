// OpenColorIO's CPU processor with a 33³ table, tetrahedral, on prepared float RGBA: the cost of the lattice alone, without reading or
// writing Y′CbCr. Threads process rows.
//
//   ocio_frames CUBE CLIP WIDTH HEIGHT FRAMES THREADS     prints frames, seconds by the clock, seconds of processor time
#include <OpenColorIO/OpenColorIO.h>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>
namespace OCIO = OCIO_NAMESPACE;

static double seconds(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  if (count != 7) return std::fprintf(stderr, "ocio_frames: expected CUBE CLIP WIDTH HEIGHT FRAMES THREADS\n"), 64;
  const int width = std::atoi(arguments[3]), height = std::atoi(arguments[4]);
  const int frames = std::atoi(arguments[5]), threads = std::atoi(arguments[6]);
  const size_t pixels = size_t(width) * height;
  std::vector<uint16_t> codes(pixels * 3 / 2);
  FILE *file = std::fopen(arguments[2], "rb");
  if (!file || std::fread(codes.data(), 2, codes.size(), file) != codes.size())
    return std::fprintf(stderr, "ocio_frames: %s has no whole frame; check the path and the size\n", arguments[2]), 66;
  // The colors of the clip as PQ R′G′B′, prepared before anything is measured.
  std::vector<float> source(pixels * 4), target(pixels * 4);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const size_t c = pixels + size_t(y / 2) * (width / 2) + x / 2;
      const float luma = (codes[size_t(y) * width + x] - 64) / 876.f;
      const float cb = (codes[c] - 512) / 896.f, cr = (codes[c + pixels / 4] - 512) / 896.f;
      float *pixel = &source[(size_t(y) * width + x) * 4];
      pixel[0] = luma + 1.4746f * cr, pixel[1] = luma - 0.16455f * cb - 0.57135f * cr, pixel[2] = luma + 1.8814f * cb;
      pixel[3] = 1;
    }
  try {
    auto table = OCIO::FileTransform::Create();
    table->setSrc(arguments[1]);
    table->setInterpolation(OCIO::INTERP_TETRAHEDRAL);
    auto processor = OCIO::Config::CreateRaw()->getProcessor(table)->getDefaultCPUProcessor();
    auto rows = [&](int first, int last) {
      const size_t at = size_t(first) * width * 4;
      OCIO::PackedImageDesc from(&source[at], width, last - first, 4), to(&target[at], width, last - first, 4);
      processor->apply(from, to);
    };
    auto frame = [&] {
      std::vector<std::thread> others;
      for (int t = 1; t < threads; t++) others.emplace_back(rows, height * t / threads, height * (t + 1) / threads);
      rows(0, height / threads);
      for (auto &other : others) other.join();
    };
    frame();  // unmeasured
    const double start = seconds(CLOCK_MONOTONIC), begun = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < frames; i++) frame();
    std::printf(
        "%d %f %f\n", frames, seconds(CLOCK_MONOTONIC) - start, seconds(CLOCK_PROCESS_CPUTIME_ID) - begun);
  } catch (const std::exception &error) {
    return std::fprintf(stderr, "ocio_frames: %s\n", error.what()), 70;
  }
}
