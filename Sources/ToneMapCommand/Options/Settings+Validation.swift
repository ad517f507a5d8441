internal import ArgumentParser
internal import HDRMetadata
internal import Transcoding

/// Checks settings as a part of the command line.
func validating(_ check: () throws(TranscodingError) -> Void) throws {
  do { try check() } catch { throw ValidationError(error.message ?? "\(error)") }
}
