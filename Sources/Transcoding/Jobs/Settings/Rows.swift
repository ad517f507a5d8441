internal import ToneMapping

// Rows of settings that several tables share.

extension Setting where Root: SettingsTable {
  static func force(_ place: Place<Bool>) -> Setting { Setting(.force, place, help: "Replace write-protected files.") }

  static func strict(_ place: Place<Bool>) -> Setting {
    Setting(.strict, place, help: "Fail instead of assuming anything.")
  }

  static func frameMetadata(_ place: Place<MediaLocation?>) -> Setting {
    Setting(
      .frameMetadata, place, as: "file", endings: ["json", "jsonl"],
      help:
        "The metadata of each frame: HDR10+ JSON, or lines of JSON such as {\"frame\": 0, \"max_cd_m2\": 812, \"average_cd_m2\": 35}."
        + " With \(.toneMapping) st2094-40, HDR10+ supplies the curve; with others, convert follows the stated light.")
  }

  static func matrix(_ place: Place<MatrixCoefficients?>) -> Setting {
    Setting(.matrix, tag: place, help: "The matrix coefficients. FFmpeg's and x265's names and H.273 numbers work.")
  }

  static func range(_ place: Place<QuantizationRange?>) -> Setting {
    Setting(
      .range, tag: place, as: "range",
      help: "The quantization range. In all options, tv, limited, legal and mpeg mean narrow, pc and jpeg full.")
  }

  static func outPrimaries(_ place: Place<ColorPrimaries?>) -> Setting {
    Setting(
      .outPrimaries, tag: place,
      help: "The output's primaries, if not the preset's. FFmpeg's and x265's names and H.273 numbers work.")
  }

  static func outTransfer(_ place: Place<TransferCharacteristics?>) -> Setting {
    Setting(
      .outTransfer, tag: place,
      help: "The output's transfer function, if not the preset's. FFmpeg's and x265's names and H.273 numbers work.")
  }
}
