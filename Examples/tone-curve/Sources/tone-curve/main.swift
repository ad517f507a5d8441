import ToneMapping

let shoulder = ToneOperator.custom("shoulder") { Shoulder(source: $0, target: $1) }
let plan = try ConversionPlan(from: .hdr10(), to: .sdr, tone: shoulder)
print(ColorProgram(plan))  // … frames: vectorized, each curve with its error as a share of what is allowed
