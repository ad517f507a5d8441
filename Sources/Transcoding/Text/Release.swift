/// The release at the top of CHANGELOG.md. No other place in the code names it.
package enum Release {
  package static let version = "0.2.0"
}
