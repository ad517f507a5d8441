#if canImport(CoreVideo)
  public import Colorimetry
  public import CoreVideo

  // Untested, because Core Video exists only on Apple's systems.
  extension CVPixelBuffer {
    /// The color in the attachments: primaries, transfer, matrix, and chroma location. The range is that of the pixel format.
    ///
    ///     pixelBuffer.color = ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL)
    ///
    /// Setting it removes the attachments of absent values.
    ///
    /// - Source: Apple, *Tagging media with video color information*; `CVImageBuffer.h`.
    public var color: ColorDescription {
      get {
        ColorDescription(
          primaries: stated(kCVImageBufferColorPrimariesKey), transfer: stated(kCVImageBufferTransferFunctionKey),
          matrix: stated(kCVImageBufferYCbCrMatrixKey),
          chromaLocation: stated(kCVImageBufferChromaLocationTopFieldKey))
      }
      set {
        attach(text(newValue.primaries?.appleValue), as: kCVImageBufferColorPrimariesKey)
        attach(text(newValue.transfer?.appleValue), as: kCVImageBufferTransferFunctionKey)
        attach(text(newValue.matrix?.appleValue), as: kCVImageBufferYCbCrMatrixKey)
        attach(text(newValue.chromaLocation?.appleValue), as: kCVImageBufferChromaLocationTopFieldKey)
      }
    }

    /// The relation of color to alpha; `nil` if it is not stated.
    ///
    /// - Source: Apple, *Using HEVC video with alpha*; `CVImageBuffer.h`.
    public var alphaMode: AlphaMode? {
      get {
        let value = attachment(kCVImageBufferAlphaChannelModeKey)
        return AlphaMode.allCases.first { mode in value.map { CFEqual($0, mode.attachment) } ?? false }
      }
      set { attach(newValue?.attachment, as: kCVImageBufferAlphaChannelModeKey) }
    }

    /// The ambient viewing environment; `nil` if it is absent or invalid.
    ///
    /// - Source: Apple, TN3145; `CVImageBuffer.h`, `kCVImageBufferAmbientViewingEnvironmentKey`: the 8 bytes of the box.
    public var ambientViewingEnvironment: AmbientViewingEnvironment? {
      get {
        guard let value = attachment(kCVImageBufferAmbientViewingEnvironmentKey),
          CFGetTypeID(value) == CFDataGetTypeID()
        else { return nil }
        let data = unsafe unsafeDowncast(value, to: CFData.self)
        var bytes = [UInt8](repeating: 0, count: CFDataGetLength(data))
        unsafe CFDataGetBytes(data, CFRange(location: 0, length: bytes.count), &bytes)
        return try? AmbientViewingEnvironment(parsing: bytes)
      }
      set {
        let payload = newValue?.payload ?? []
        let data = unsafe newValue == nil ? nil : CFDataCreate(nil, payload, payload.count)
        attach(data, as: kCVImageBufferAmbientViewingEnvironmentKey)
      }
    }

    private func stated<Point: CodePoint>(_ key: CFString) -> Point? {
      guard let value = attachment(key) else { return nil }
      return Point.allCases.first { point in text(point.appleValue).map { CFEqual(value, $0) } ?? false }
    }

    private func text(_ value: String?) -> CFString? {
      value.flatMap { unsafe CFStringCreateWithCString(nil, $0, CFStringBuiltInEncodings.UTF8.rawValue) }
    }

    private func attachment(_ key: CFString) -> CFTypeRef? { unsafe CVBufferCopyAttachment(self, key, nil) }

    private func attach(_ value: CFTypeRef?, as key: CFString) {
      guard let value else { return CVBufferRemoveAttachment(self, key) }
      CVBufferSetAttachment(self, key, value, .shouldPropagate)
    }
  }

  extension AlphaMode {
    fileprivate var attachment: CFString {
      switch self {
      case .straight: kCVImageBufferAlphaChannelMode_StraightAlpha
      case .premultiplied: kCVImageBufferAlphaChannelMode_PremultipliedAlpha
      }
    }
  }
#endif
