import Foundation
import TestSupport
import Testing

import SystemCalls

#if os(Linux)
  @Suite struct ProcessorTests {
    /// The count of coreutils' `nproc`, which uses `sched_getaffinity` unless an OpenMP variable overrides it.
    @Test func affinityIsThatOfNproc() throws {
      let nproc = Process()
      nproc.executableURL = URL(filePath: "/usr/bin/nproc")
      nproc.environment = [:]
      let output = Pipe()
      nproc.standardOutput = output
      try nproc.run()
      nproc.waitUntilExit()
      let text = String(decoding: output.readAll(), as: UTF8.self)
      #expect(SystemCall.affinity() == Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// - Source: proc_pid_status(5), `Cpus_allowed`.
    @Test(arguments: [
      ("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2), ("Cpus_allowed:\tff,fffffff0\n", 36),
      ("Cpus_allowed:\t8000", 1), ("Cpus_allowed_list:\t0-1\n", nil), ("Cpus_allowed:\t0\n", nil), ("", nil),
    ])
    func affinitiesAreCounted(status: String, processors: Int?) {
      #expect(SystemCall.affinity(in: status) == processors)
    }

    /// - Source: The Linux kernel's `cgroup-v2.rst`, `cpu.max`: the time allowed in each period, or `max`.
    @Test(arguments: [
      ("max 100000\n", nil), ("200000 100000\n", 2), ("150000 100000", 2), ("1000 100000", 1), ("6400000 100000", 64),
      ("", nil), ("100000", nil), ("-1 100000", nil), ("100000 0", nil), ("a b c", nil),
    ])
    func quotasRoundUp(text: String, processors: Int?) {
      #expect(SystemCall.quota(of: text) == processors)
    }

    @Test func noMoreThanThereAreAndAtLeastOne() {
      #expect((1...ProcessInfo.processInfo.processorCount).contains(availableProcessors))
    }
  }
#endif
