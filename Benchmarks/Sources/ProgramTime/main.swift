// Makes plans and programs for one scene after another, converts frames with them, and prints how long each took.
//
//   program-time [OPERATOR ...]
//
// The output is Markdown: for each operator, medians of this thread's processor time over 200 scenes, with shared tables that the first
// scenes have filled; then what a frame costs whose program changes every time. With names of operators, only those are measured.

import Measuring
import ToneMapping

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// The curve of HDR10+ metadata that each scene has.
let bezier = orEnd {
  try BezierCurve(knee: (0.2, 0.3), anchors: [0.45, 0.6, 0.75, 0.85, 0.92, 0.96, 0.98, 0.99, 0.995])
}

/// The plan of a scene whose light is that of no other.
///
/// - Parameter step: How much the peaks of two scenes differ, in cd/m².
func plan(_ tone: ToneOperator, scene: Int, step: Double = 17.5, sharing tables: DisplayTables) -> ConversionPlan {
  let options = PlanOptions(
    sourcePeak: .nits(300 + step * Double(scene)), sceneAverage: .nits(5 + step / 50 * Double(scene)),
    compilesQuickly: true)
  return orEnd {
    let tone: ToneOperator =
      switch tone.name {
      case "st2094-40": .st2094_40(HDR10PlusCurve(bezier: bezier))
      case "st2094-50":
        .st2094_50(try HeadroomAdaptiveToneMap(baselineHeadroom: Stops(1 + Double(scene) / 100)))
      default: tone
      }
    return try ConversionPlan(from: .hdr10(), to: .sdr, tone: tone, options: options, sharing: tables)
  }
}

let named = CommandLine.arguments.dropFirst().compactMap(ToneOperator.init(named:))
print("| operator | plan, ms | program, ms |\n| --- | --- | --- |")
for tone in named.isEmpty ? ToneOperator.all : named {
  let tables = DisplayTables()
  var times: [(plan: Double, program: Double)] = []
  for scene in 0..<210 {
    let start = threadTime()
    let plan = plan(tone, scene: scene, sharing: tables)
    let planned = threadTime()
    _ = ColorProgram(plan)
    times.append((planned - start, threadTime() - planned))
  }
  let (plans, programs) = (times.dropFirst(10).map(\.plan), times.dropFirst(10).map(\.program))
  func milliseconds(_ times: [Double]) -> Double { (median(times) / 1e4).rounded() / 100 }
  print("| `\(tone)` | \(milliseconds(plans)) | \(milliseconds(programs)) |")
}

/// Prints what a frame costs whose program changes.
func printSwap() throws {
  let (width, height) = (1920, 1080)
  let picture = try Forest().frame(.yuv420p10, width: width, height: height)
  let tables = DisplayTables()
  // Light that differs little, so that each program costs a frame the same.
  let plans = (0..<50).map { plan(.spline, scene: $0, step: 0.1, sharing: tables) }
  let programs = plans.map { ColorProgram($0) }
  var converter = try plans[0].converter(width: width, height: height, threads: 1)
  var output = try plans[0].makeFrame(width: width, height: height)
  var (kept, swapped): ([Double], [Double]) = ([], [])
  for index in 0..<1000 {
    let start = threadTime()
    try converter.convert(picture, into: &output, index: index, program: programs[0])
    let middle = threadTime()
    try converter.convert(picture, into: &output, index: index, program: programs[index % programs.count])
    kept.append(middle - start)
    swapped.append(threadTime() - middle)
  }
  let ratio = median(zip(swapped, kept).map(/))
  print("\nA frame of \(width)x\(height) whose program changes: \(ratio) of one whose program stays")
}

if named.isEmpty { try printSwap() }
