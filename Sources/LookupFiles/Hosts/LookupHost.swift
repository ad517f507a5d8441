/// A program or device that reads LUT files, and its capabilities.
///
///     LookupHost.ffmpeg.maximumCubeSize  // 256
///     LookupHost.resolve.readsShapers(in: .cube)  // true
///
/// - Source: the documentation and sources of each, as `docs/luts.md` cites them.
public enum LookupHost: String, CaseIterable, Sendable {
  case resolve, ffmpeg, mpv, obs, youtube, nuke, premiere, camera, gstreamer
  case coreImage = "coreimage"
  case finalCut = "final-cut"

  private var facts:
    (name: String, formats: [LookupFileFormat], maximumCubeSize: Int, interpolation: CubeInterpolation?)
  {
    switch self {
    case .resolve: ("DaVinci Resolve", [.cube, .clf, .vlt], 65, .trilinear)
    case .ffmpeg: ("FFmpeg", [.cube, .csp, .hald], 256, .tetrahedral)
    case .mpv: ("mpv", [.cube], 64, nil)
    case .obs: ("OBS Studio", [.cube], 256, nil)
    case .youtube: ("YouTube", [.cube], 33, .tetrahedral)
    case .nuke: ("Nuke and OpenColorIO", [.clf, .cube, .csp, .spi3d, .spi1d, .threeDL, .ctf], 129, .trilinear)
    case .premiere: ("Premiere Pro", [.cube], 65, nil)
    case .camera: ("a Panasonic camera", [.vlt], 17, nil)
    case .gstreamer: ("GStreamer", [.cube], 256, nil)
    case .coreImage: ("Core Image", [.cube], 64, .trilinear)
    case .finalCut: ("Final Cut Pro", [.cube], 65, nil)
    }
  }

  public var name: String { facts.name }

  /// The formats that it reads, the preferred one first.
  public var formats: [LookupFileFormat] { facts.formats }

  /// The maximum number of samples along each component of a cube that it reads.
  public var maximumCubeSize: Int { facts.maximumCubeSize }

  /// The default number of samples along each component of a cube.
  public var usualCubeSize: Int { min(33, maximumCubeSize) }

  /// Whether it applies curves before a cube in the same file.
  public func readsShapers(in format: LookupFileFormat) -> Bool {
    switch self {
    case .resolve: format == .cube || format == .clf
    case .nuke: format.holdsShapers(in: .resolve)
    case .ffmpeg: format == .csp
    default: false
    }
  }

  /// The default interpolation; `nil` if it depends on the version or is not known.
  public var interpolation: CubeInterpolation? { facts.interpolation }

  /// The dialect in which `.cube` files must be written.
  public var dialect: CubeDialect { readsShapers(in: .cube) ? .resolve : .portable }

  /// The instructions for using a file, in one line.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - matrices: FFmpeg's names of the source's and the result's matrices.
  ///   - interpolation: The interpolation for which the file was made; `nil` if for any.
  public func usage(
    of file: String, matrices: (from: String, to: String) = ("bt2020", "bt709"),
    interpolation: CubeInterpolation? = nil
  ) -> String {
    switch self {
    case .resolve:
      "DaVinci Resolve: copy it to the LUT folder (Project Settings, Color Management), update the lists, apply it to a node"
        + (interpolation == .tetrahedral ? ", set 3D Lookup Table Interpolation to Tetrahedral" : "")
    case .ffmpeg:
      "FFmpeg: -vf scale=in_color_matrix=\(matrices.from):out_range=pc,format=gbrp16le,lut3d=file=\(file)"
        + ":interp=\((interpolation ?? .tetrahedral).rawValue),scale=out_color_matrix=\(matrices.to):out_range=tv,format=yuv420p"
    case .mpv: "mpv: mpv --vo=gpu-next --lut=\(file) --lut-type=conversion IN"
    case .obs: "OBS Studio: Filters, Effect Filters, +, Apply LUT, Path: \(file), Amount 1"
    case .youtube: "YouTube: python lut3d_utils -inject_lut3d -i IN.mov -o OUT.mov -l \(file) -p COLOUR_PRIMARIES_BT709"
    case .nuke:
      // OpenColorIO's `best` is tetrahedral since version 2.
      "Nuke: OCIOFileTransform { file \(file) interpolation \(interpolation.map { $0 == .trilinear ? "linear" : $0.rawValue } ?? "best") }"
        + " on the source's signal, read as raw data"
    case .premiere: "Premiere Pro: Lumetri Color, Basic Correction, Input LUT, Browse"
    case .camera: "Panasonic cameras: copy it to the card as the camera's manual says"
    case .gstreamer:
      "GStreamer: ... ! videoconvert ! video/x-raw,format=RGBA64_LE ! colorlut location=\(file) ! videoconvert ! ..."
    case .coreImage: "Core Image: CIColorCubeWithColorSpace, red varies fastest, cubeDimension as LUT_3D_SIZE says"
    case .finalCut: "Final Cut Pro: Effects, Color, Custom LUT, Choose Custom LUT; set its input and output color space"
    }
  }

  /// The host whose usage is in the comments of a file; `nil` unless there is exactly one.
  ///
  /// A file that was made for no host has the usage of each that reads its format: if there is only one, the comments do not tell.
  package static func named(in comments: [String], of format: LookupFileFormat) -> LookupHost? {
    let readers = allCases.filter { $0.formats.contains(format) }
    let named = readers.filter { host in
      let start = host.usage(of: "").prefix { $0 != ":" } + ": "
      return comments.contains { $0.hasPrefix(start) }
    }
    return readers.count > 1 && named.count == 1 ? named[0] : nil
  }
}
