/// A file to read: its role in messages, and its name if it has one.
package typealias ReadFile = (role: String, path: Path?)
