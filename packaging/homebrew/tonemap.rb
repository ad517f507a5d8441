# A Homebrew formula that builds tonemap from source. It is untested: no Mac has run it.
#
# Put it into a tap, and set `homepage`, `url` and `sha256` to those of the release; then: brew install --build-from-source tonemap
class Tonemap < Formula
  desc "Convert HDR video to SDR on the CPU"
  homepage "https://example.org/swift-tonemap"
  url "https://example.org/swift-tonemap/archive/0.2.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  # The package needs Swift 6.2.
  depends_on xcode: ["26.0", :build]
  depends_on "ffmpeg"
  depends_on "libpng"
  depends_on "little-cms2"
  uses_from_macos "expat"
  uses_from_macos "swift" => :build

  def install
    # Without it the command calls its commit unknown, which is right for a release: the version says it.
    ENV["TONEMAP_COMMIT"] = Utils.git_short_head(length: 12) if build.head?
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "tonemap",
           "--traits", "LittleCMS"
    bin.install ".build/release/tonemap"
    pkgshare.install "Examples/clips"

    system "packaging/pages", bin/"tonemap", buildpath/"pages"
    man1.install "pages/man/man1/tonemap.1"
    bash_completion.install "pages/completions/tonemap.bash" => "tonemap"
    zsh_completion.install "pages/completions/_tonemap"
    fish_completion.install "pages/completions/tonemap.fish"
  end

  test do
    assert_equal "tonemap #{version}", shell_output("#{bin}/tonemap --version").lines.first.chomp
    # One gray frame of 16 by 16 pixels in PQ.
    luma = [500].pack("v") * 256
    chroma = [512].pack("v") * 128
    (testpath/"in.y4m").binwrite "YUV4MPEG2 W16 H16 F25:1 Ip C420p10\nFRAME\n" + luma + chroma
    system bin/"tonemap", "convert", "in.y4m", "out.y4m", "--transfer", "pq", "--preview", "out.png"
    assert_path_exists testpath/"out.png"
  end
end
