/// The release at the top of CHANGELOG.md, defined only here.
package enum Release {
  package static let version = "0.2.0"
}
