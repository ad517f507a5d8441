internal import HDRMetadata
internal import MediaFiles

extension Path {
  /// The name of the output of this file in a folder: with the extension of a format, else its own if it can be written, else that of MP4, or of PNG
  /// for a picture.
  package func outputName(as format: OutputKind?) -> Path {
    let (name, ending) = (FileEnding.complete(self).split.name, FileEnding.of(self))
    let stem = ending.isEmpty ? name : Path(name.bytes.dropLast(ending.utf8.count + 1))
    if let format { return stem + ".\(format.endings[0])" }
    if OutputKind(ending: ending) != nil { return name }
    return stem + (FileFormat(ending: ending)?.isPicture == true ? ".png" : ".mp4")
  }
}
