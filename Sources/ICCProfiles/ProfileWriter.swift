#if LittleCMS
  internal import CLittleCMS
  internal import LookupTables

  /// Makes profiles with Little-CMS.
  struct ProfileWriter {
    /// The purpose of a profile.
    enum Purpose {
      /// The conversion from R′G′B′ to R′G′B′.
      case deviceLink
      /// The conversion from R′G′B′ to the connection space, L\*a\*b\*.
      case input
    }

    private let context: LittleCMSContext

    init() throws(ICCError) { context = try LittleCMSContext() }

    /// Returns the contents of the file.
    func bytes(of stages: TableStages, as purpose: Purpose, title: String) throws(ICCError) -> [UInt8] {
      guard let profile = unsafe cmsCreateProfilePlaceholder(context.pointer) else { throw context.error }
      defer { unsafe cmsCloseProfile(profile) }
      unsafe cmsSetColorSpace(profile, cmsSigRgbData)
      unsafe cmsSetHeaderRenderingIntent(profile, UInt32(INTENT_RELATIVE_COLORIMETRIC))
      switch purpose {
      case .deviceLink:
        unsafe cmsSetProfileVersion(profile, 4.3)
        unsafe cmsSetDeviceClass(profile, cmsSigLinkClass)
        unsafe cmsSetPCS(profile, cmsSigRgbData)
        guard let sequence = unsafe cmsAllocProfileSequenceDescription(context.pointer, 1) else { throw context.error }
        defer { unsafe cmsFreeProfileSequenceDescription(sequence) }
        try unsafe context.check(cmsWriteTag(profile, cmsSigProfileSequenceDescTag, sequence))
      case .input:
        unsafe cmsSetProfileVersion(profile, 2.4)
        unsafe cmsSetDeviceClass(profile, cmsSigInputClass)
        unsafe cmsSetPCS(profile, cmsSigLabData)
        try unsafe context.check(cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ()))
      }
      try unsafe write(title, as: cmsSigProfileDescriptionTag, to: profile)
      try unsafe write("No copyright, use freely", as: cmsSigCopyrightTag, to: profile)
      let pipeline = try unsafe pipeline(stages)
      defer { unsafe cmsPipelineFree(pipeline) }
      try unsafe context.check(cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline)))

      var count: UInt32 = 0
      try unsafe context.check(cmsSaveProfileToMem(profile, nil, &count))
      var bytes = [UInt8](repeating: 0, count: Int(count))
      try unsafe context.check(cmsSaveProfileToMem(profile, &bytes, &count))
      // The creation time, which Little-CMS takes from the clock, is replaced: year, month, day.
      bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
      return bytes
    }

    private func write(_ text: String, as tag: cmsTagSignature, to profile: cmsHPROFILE) throws(ICCError) {
      guard let texts = unsafe cmsMLUalloc(context.pointer, 1) else { throw context.error }
      defer { unsafe cmsMLUfree(texts) }
      // Little-CMS writes the low 16 bits of each element, so these are UTF-16 units.
      let units = text.utf16.map { wchar_t($0) } + [0]
      try unsafe context.check(cmsMLUsetWide(texts, "en", "US", units))
      try unsafe context.check(cmsWriteTag(profile, tag, UnsafeRawPointer(texts)))
    }

    /// Curves, cube, curves: the form that Little-CMS can store as *lutAToBType* and as *lut16Type*.
    private func pipeline(_ stages: TableStages) throws(ICCError) -> OpaquePointer {
      guard let pipeline = unsafe cmsPipelineAlloc(context.pointer, 3, 3) else { throw context.error }
      do throws(ICCError) {
        try unsafe append(curves(stages.before), to: pipeline)
        let size = UInt32(stages.cube.size)
        try unsafe append(cmsStageAllocCLut16bit(context.pointer, size, 3, 3, stages.codes), to: pipeline)
        try unsafe append(curves(stages.after), to: pipeline)
      } catch {
        unsafe cmsPipelineFree(pipeline)
        throw error
      }
      return unsafe pipeline
    }

    /// Adds a stage, which the pipeline then owns.
    private func append(_ stage: OpaquePointer?, to pipeline: OpaquePointer) throws(ICCError) {
      guard let stage = unsafe stage else { throw context.error }
      try unsafe context.check(cmsPipelineInsertStage(pipeline, cmsAT_END, stage))
    }

    private func curves(_ curves: LookupCurves?) throws(ICCError) -> OpaquePointer? {
      var pointers: [OpaquePointer?] = unsafe []
      defer { unsafe pointers.forEach { unsafe cmsFreeToneCurve($0) } }
      for index in 0..<3 {
        let curve: OpaquePointer?
        if let values = curves.map({ TableStages.codes(of: $0.all[index]) }) {
          unsafe curve = unsafe cmsBuildTabulatedToneCurve16(context.pointer, UInt32(values.count), values)
        } else {
          unsafe curve = unsafe cmsBuildGamma(context.pointer, 1)
        }
        guard let curve = unsafe curve else { throw context.error }
        unsafe pointers.append(curve)
      }
      return unsafe cmsStageAllocToneCurves(context.pointer, 3, pointers)
    }
  }
#endif
