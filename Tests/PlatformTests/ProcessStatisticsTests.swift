import ScrollworkPlatform
import Testing

@Test func `what a process uses is known and grows`() {
  let (process, thread) = (ProcessStatistics.processCPUNanoseconds, ProcessStatistics.threadCPUNanoseconds)
  let start = ProcessStatistics.monotonicNanoseconds
  while ProcessStatistics.threadCPUNanoseconds == thread {}
  #expect(ProcessStatistics.processCPUNanoseconds > process)
  #expect(ProcessStatistics.monotonicNanoseconds > start)
}

@Test func `the peak of the memory is at least what is resident`() {
  let resident = ProcessStatistics.residentBytes
  #expect(resident > 1 << 20)
  #expect(ProcessStatistics.peakResidentBytes >= resident)
}
