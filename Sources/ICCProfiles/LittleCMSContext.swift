#if LittleCMS
  internal import CLittleCMS
  internal import LookupTables

  /// A Little-CMS context per profile, so that profiles can be made on several threads at once. It keeps the first error.
  ///
  /// It is safe because it owns the memory it points to.
  @safe final class LittleCMSContext {
    private final class Report { var first: String? }

    let pointer: cmsContext
    private let report: Report

    init() throws(ICCError) {
      let report = Report()
      guard let context = unsafe cmsCreateContext(nil, Unmanaged.passUnretained(report).toOpaque()) else {
        throw .littleCMS("there is no memory for its context")
      }
      unsafe cmsSetLogErrorHandlerTHR(context) { context, _, text in
        guard let data = unsafe cmsGetContextUserData(context), let text = unsafe text else { return }
        let report = unsafe Unmanaged<Report>.fromOpaque(data).takeUnretainedValue()
        report.first = unsafe report.first ?? String(cString: text)
      }
      (unsafe pointer, self.report) = unsafe (context, report)
    }

    deinit { unsafe cmsDeleteContext(pointer) }

    var error: ICCError { .littleCMS(report.first ?? "it gives no reason") }

    func check(_ success: cmsBool) throws(ICCError) {
      if success == 0 { throw error }
    }
  }

  extension LittleCMSContext {
    enum Purpose {
      /// The conversion from R′G′B′ to R′G′B′.
      case deviceLink
      /// The conversion from R′G′B′ to the connection space, L\*a\*b\*.
      case input
    }

    func profile(of stages: TableStages, as purpose: Purpose, title: String) throws(ICCError) -> [UInt8] {
      // The context outlives the profile.
      defer { withExtendedLifetime(self) {} }
      guard let profile = unsafe cmsCreateProfilePlaceholder(pointer) else { throw error }
      defer { unsafe cmsCloseProfile(profile) }
      unsafe cmsSetColorSpace(profile, cmsSigRgbData)
      unsafe cmsSetHeaderRenderingIntent(profile, UInt32(INTENT_RELATIVE_COLORIMETRIC))
      switch purpose {
      case .deviceLink:
        unsafe cmsSetProfileVersion(profile, 4.3)
        unsafe cmsSetDeviceClass(profile, cmsSigLinkClass)
        unsafe cmsSetPCS(profile, cmsSigRgbData)
        guard let sequence = unsafe cmsAllocProfileSequenceDescription(pointer, 1) else { throw error }
        defer { unsafe cmsFreeProfileSequenceDescription(sequence) }
        try unsafe check(cmsWriteTag(profile, cmsSigProfileSequenceDescTag, sequence))
      case .input:
        unsafe cmsSetProfileVersion(profile, 2.4)
        unsafe cmsSetDeviceClass(profile, cmsSigInputClass)
        unsafe cmsSetPCS(profile, cmsSigLabData)
        try unsafe check(cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ()))
      }
      try unsafe write(title, as: cmsSigProfileDescriptionTag, to: profile)
      try unsafe write("No copyright, use freely", as: cmsSigCopyrightTag, to: profile)
      let pipeline = try unsafe pipeline(stages)
      defer { unsafe cmsPipelineFree(pipeline) }
      try unsafe check(cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline)))

      var count: UInt32 = 0
      try unsafe check(cmsSaveProfileToMem(profile, nil, &count))
      var bytes = [UInt8](repeating: 0, count: Int(count))
      try unsafe check(cmsSaveProfileToMem(profile, &bytes, &count))
      // The creation time, which Little-CMS takes from the clock, is replaced: year, month, day.
      bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
      return bytes
    }

    private func write(_ text: String, as tag: cmsTagSignature, to profile: cmsHPROFILE) throws(ICCError) {
      guard let texts = unsafe cmsMLUalloc(pointer, 1) else { throw error }
      defer { unsafe cmsMLUfree(texts) }
      // Little-CMS writes the low 16 bits of each element, so these are UTF-16 units.
      let units = text.utf16.map { wchar_t($0) } + [0]
      try unsafe check(cmsMLUsetWide(texts, "en", "US", units))
      try unsafe check(cmsWriteTag(profile, tag, UnsafeRawPointer(texts)))
    }

    /// Curves, cube, curves: the form that Little-CMS can store as *lutAToBType* and as *lut16Type*.
    private func pipeline(_ stages: TableStages) throws(ICCError) -> OpaquePointer {
      guard let pipeline = unsafe cmsPipelineAlloc(pointer, 3, 3) else { throw error }
      do throws(ICCError) {
        try unsafe append(curves(stages.before), to: pipeline)
        let size = UInt32(stages.cube.size)
        try unsafe append(cmsStageAllocCLut16bit(pointer, size, 3, 3, stages.codes), to: pipeline)
        try unsafe append(curves(stages.after), to: pipeline)
      } catch {
        unsafe cmsPipelineFree(pipeline)
        throw error
      }
      return unsafe pipeline
    }

    /// Adds a stage, which the pipeline then owns.
    private func append(_ stage: OpaquePointer?, to pipeline: OpaquePointer) throws(ICCError) {
      guard let stage = unsafe stage else { throw error }
      try unsafe check(cmsPipelineInsertStage(pipeline, cmsAT_END, stage))
    }

    private func curves(_ curves: LookupCurves?) throws(ICCError) -> OpaquePointer? {
      var pointers: [OpaquePointer?] = unsafe []
      defer { unsafe pointers.forEach { unsafe cmsFreeToneCurve($0) } }
      for index in 0..<3 {
        let curve: OpaquePointer?
        if let values = curves.map({ TableStages.codes(of: $0.all[index]) }) {
          unsafe curve = unsafe cmsBuildTabulatedToneCurve16(pointer, UInt32(values.count), values)
        } else {
          unsafe curve = unsafe cmsBuildGamma(pointer, 1)
        }
        guard let curve = unsafe curve else { throw error }
        unsafe pointers.append(curve)
      }
      return unsafe cmsStageAllocToneCurves(pointer, 3, pointers)
    }
  }
#endif
