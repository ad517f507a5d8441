internal import ArgumentParser
internal import Transcoding

struct LUTOptions: ParsableArguments {
  @Option(LUTSettings[.host]) var host
  @Option(LUTSettings[.cubeSize]) var cubeSize
  @Option(LUTSettings[.shaper]) var shaper
  @Option(LUTSettings[.vertices]) var vertices
  @Option(LUTSettings[.lutInterpolation]) var lutInterpolation
  @Option(LUTSettings[.lutRange]) var lutRange
  @Option(LUTSettings[.maxError]) var maxError
  @Option(LUTSettings[.icc]) var icc
  @Flag(LUTSettings[.noCertificate]) var noCertificate = false
  @OptionGroup var file: LUTFileOptions

  func validate() throws { try validating(LUTSettings(stated).check) }
}

struct LUTFileOptions: ParsableArguments {
  @Option(LUTSettings[.format]) var format
  @Option(LUTSettings[.bitDepth]) var bitDepth
  @Option(LUTSettings[.clfForm]) var clfForm
  @Option(LUTSettings[.title]) var title
}
