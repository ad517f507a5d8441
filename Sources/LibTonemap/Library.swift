import CTonemap
import Transcoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@_cdecl("tonemap_abi")
public func abi() -> Int32 { TONEMAP_ABI }

@_cdecl("tonemap_version")
public func version() -> UnsafePointer<CChar>? { UnsafePointer(versionText) }

/// The version text, which lives as long as the process.
private nonisolated(unsafe) let versionText = strdup(Release.version)

@_cdecl("tonemap_free")
public func freeText(_ text: UnsafeMutablePointer<CChar>?) { free(text) }
