#if LittleCMS
  internal import CLittleCMS

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

    /// The reason why a call failed.
    var error: ICCError { .littleCMS(report.first ?? "it gives no reason") }

    /// Throws if a call failed.
    func check(_ success: cmsBool) throws(ICCError) {
      if success == 0 { throw error }
    }
  }
#endif
