internal import Colorimetry
package import LookupTables

extension LookupMeasurement.Errors {
  package var inWords: String {
    "maximum \(maximum.value.rounded(to: 3)), 99.9 % \(percentile999.value.rounded(to: 3)), mean \(mean.value.rounded(to: 4))"
  }
}
