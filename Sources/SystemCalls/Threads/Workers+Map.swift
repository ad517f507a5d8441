extension Workers {
  /// Returns an array whose elements are computed on all threads.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - element: The element at an index; it is called on several threads at once.
  package func map<Element>(_ count: Int, _ element: (_ index: Int) -> Element) -> [Element] {
    unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      let slices = 256
      perform(iterations: slices) { slice in
        for index in slice * count / slices..<(slice + 1) * count / slices {
          unsafe buffer.initializeElement(at: index, to: element(index))
        }
      }
      initialized = count
    }
  }
}
