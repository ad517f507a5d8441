import Foundation
import TestSupport
import Testing

/// The runners in `Examples/scale` give the bytes of one process. Slurm and AWS Batch are replaced by programs that run what they are given;
/// `Examples/scale/check` kills the jobs of GNU parallel.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs ffmpeg with libx265"))
struct ScaleExampleTests {
  /// Runs each element of an array, with the last first.
  private static let sbatch = """
    #!/bin/bash
    echo "$*" >>"$SUBMITTED"
    last=0
    for word; do case $word in --array=*) last=${word#*-array=0-} array=1 ;; esac; done
    for ((SLURM_ARRAY_TASK_ID = last; SLURM_ARRAY_TASK_ID >= 0; SLURM_ARRAY_TASK_ID--)); do
      export SLURM_ARRAY_TASK_ID
      bash -c "${@: -1}" >&2 || exit 1
    done
    echo 17
    """
  private static let aws = """
    #!/usr/bin/env python3
    import json, os, subprocess, sys
    words = sys.argv[1:]
    print(*words, file=open(os.environ["SUBMITTED"], "a"))
    size = words[words.index("--array-properties") + 1] if "--array-properties" in words else "size=1"
    job = json.loads(words[words.index("--container-overrides") + 1])
    for index in reversed(range(int(size[5:]))):
        environment = {**os.environ, **{pair["name"]: pair["value"] for pair in job["environment"]}, "AWS_BATCH_JOB_ARRAY_INDEX": str(index)}
        subprocess.run(job["command"], env=environment, check=True, stdout=sys.stderr)
    print("17")
    """

  @Test(arguments: [
    ("parallel", "parallel", 0), ("slurm", "bash", 2), ("aws-batch", "python3", 2), ("slurm", "bash", 3),
  ])
  func aRunnerGivesTheBytesOfOneProcess(name: String, program: String, jobs: Int) throws {
    guard OtherPrograms.has(program) else { return }
    let folder = try Folder()
    for (name, text) in [("sbatch", Self.sbatch), ("aws", Self.aws)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.file(name, Data(text.utf8)))
    }
    let made = try Tool.shell(
      """
      ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=24:d=1.5 -f lavfi -i sine=d=1.5 -pix_fmt yuv420p10le -c:v libx265 \
      -x265-params log-level=none:keyint=7 -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -c:a aac \(folder["in.mkv"])
      """)
    #expect(made.code == 0, "\(made.errors)")
    let options = ["--chunks", "8"] + (jobs == 3 ? ["--dynamics", "scene"] : [])
    let whole = try Tool.run(["convert", folder["in.mkv"], folder["whole.mp4"], "--progress", "none"] + options)
    #expect(whole.code == 0, "\(whole.errors)")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    let run = try Tool.shell(
      """
      cd \(folder.path) && SUBMITTED=jobs QUEUE=queue DEFINITION=movies PATH=$PWD:$PATH \(root + "/Examples/scale/\(name)") in.mkv out.mp4 \(options)
      """)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try folder.bytes("out.mp4") == folder.bytes("whole.mp4"))
    #expect(!(try folder.names.contains("out.mp4.chunks")))
    if jobs > 0 {
      let submitted = String(decoding: try folder.bytes("jobs"), as: UTF8.self).split(separator: "\n")
      #expect(submitted.count == jobs && submitted.dropFirst().allSatisfy { $0.contains("17") }, "\(submitted)")
    }
  }
}
