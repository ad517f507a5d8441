/// The codecs that FFmpeg's libraries have an encoder of, as our command finds them.
enum Encoder {
  static let h264 = has("h264"), hevc = has("hevc"), av1 = has("av1"), prores = has("prores")

  private static func has(_ codec: String) -> Bool {
    guard let folder = try? Folder(), let clip = try? folder.file("in.y4m", Clips.y4m(frames: 1)) else {
      return false
    }
    let made = try? Tool.run(["convert", clip, folder["out.mkv"], "--video-codec", codec] + Clips.tags)
    return made?.errors.contains("no encoder") == false
  }
}
