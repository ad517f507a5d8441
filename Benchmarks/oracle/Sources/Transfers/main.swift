// Prints the values of a transfer function in `Double`, bit by bit.
//
// `transfers` prints the names of the functions. `transfers NAME` prints, for every code of 10, 12 and 16 bits in narrow and then in full
// range, four numbers of 64 bits, lowest byte first: the signal of the code, the argument of the function from signal to light, its light,
// and the signal that the opposite function gives for this light.

import Colorimetry
import Foundation

guard CommandLine.arguments.count == 2 else {
  for subject in Subject.all { print(subject.name) }
  exit(0)
}
guard let subject = Subject.all.first(where: { $0.name == CommandLine.arguments[1] }) else {
  FileHandle.standardError.write(Data("transfers: no function is named \(CommandLine.arguments[1])\n".utf8))
  exit(64)
}
var bytes = Data()
for bits in [10, 12, 16] {
  for range in [QuantizationRange.narrow, .full] {
    let quantization = Quantization(bitDepth: bits, range: range)
    for code in 0..<(1 << bits) {
      let signal = quantization.signal(luma: CodeLevel(Double(code))).value
      let argument = subject.argument(signal)
      let light = subject.light(argument)
      for number in [signal, argument, light, subject.signal(light)] {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
  }
}
FileHandle.standardOutput.write(bytes)
