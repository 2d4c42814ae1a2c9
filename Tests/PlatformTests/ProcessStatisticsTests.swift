import ScrollworkPlatform
import Testing

@Test func `the process's time and memory are known and grow`() {
  let (process, thread) = (ProcessStatistics.processCPUNanoseconds, ProcessStatistics.threadCPUNanoseconds)
  let start = ProcessStatistics.monotonicNanoseconds
  while ProcessStatistics.threadCPUNanoseconds == thread {}
  #expect(ProcessStatistics.processCPUNanoseconds > process)
  #expect(ProcessStatistics.monotonicNanoseconds > start)
}

@Test func `the peak of memory is at least the resident memory`() {
  let resident = ProcessStatistics.residentBytes
  #expect(resident > 1 << 20)
  #expect(ProcessStatistics.peakResidentBytes >= resident)
}
