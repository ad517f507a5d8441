/// What tells a value from all others, where closures cannot be compared: copies of the value are equal, and nothing else is.
package final class Identity: Hashable, Sendable {
  /// An identity that no other has.
  package init() {}

  package static func == (one: Identity, other: Identity) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
