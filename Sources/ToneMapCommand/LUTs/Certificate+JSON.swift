internal import LookupTables

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Why there is no certificate in a file.
struct CertificateError: Error, CustomStringConvertible {
  let description: String
}

extension Certificate {
  /// The certificate as it is kept beside its file: keys in snake case and alphabetical order.
  var json: String {
    get throws(CertificateError) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      do {
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
      } catch {
        throw CertificateError(description: "the certificate holds a number that JSON has no form for (\(error))")
      }
    }
  }

  /// Reads what `json` wrote.
  ///
  /// - Throws: `CertificateError`, with the key that is missing or wrong.
  init(parsing json: [UInt8]) throws(CertificateError) {
    do {
      self = try JSONDecoder().decode(Certificate.self, from: Data(json))
    } catch let error as DecodingError {
      throw CertificateError(description: Self.sentence(error))
    } catch {
      throw CertificateError(description: "it is not JSON (\(error)), but a certificate of tonemap lut was expected")
    }
  }

  private static func sentence(_ error: DecodingError) -> String {
    func place(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "\(([place(context), key.stringValue]).filter { !$0.isEmpty }.joined(separator: ".")) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context)) has another kind of value than a certificate has"
    case .dataCorrupted: return "it is not JSON, but a certificate of tonemap lut was expected"
    @unknown default: return "it is no certificate of tonemap lut"
    }
  }
}
