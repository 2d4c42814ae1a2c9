import ScrollworkHostInterface
import ScrollworkImageLoading
import Testing

private func url(_ number: Int) -> ImageRequest.Source { .url("http://host/\(number)") }

private let start = Instant.zero

@Test func `a thousand failures are remembered, and recently requested ones stay`() {
  var memory = FailureMemory()
  for number in 0..<1500 {
    memory.record(.refused(address: "", status: 404), for: url(number), at: start, absenceLifetime: 60)
    #expect(memory.error(for: url(0), at: start) != nil)
  }
  #expect(memory.count == 1000)
  #expect(memory.error(for: url(1499), at: start) != nil && memory.error(for: url(1), at: start) == nil)
}

@Test(
  arguments: [
    (ImageError.refused(address: "", status: 404), 60.0), (.refused(address: "", status: 410), 60),
    (.refused(address: "", status: 500), 10), (.unreadable(path: "", reason: ""), 10), (.corrupt(""), nil),
    (.unsupported(""), nil), (.tooLarge(PixelSize(width: 1, height: 1)), nil),
    (.unreachable(address: "", reason: ""), 0), (.cancelled, 0),
  ] as [(ImageError, Double?)])
func `a failure is remembered for its lifetime`(error: ImageError, seconds: Double?) {
  var memory = FailureMemory()
  memory.record(error, for: url(0), at: start, absenceLifetime: 60)
  guard let seconds else {
    #expect(memory.error(for: url(0), at: start.advanced(bySeconds: 1e9)) == error)
    memory.forget(url(0))
    #expect(memory.error(for: url(0), at: start) == nil)
    return
  }
  #expect((memory.error(for: url(0), at: start.advanced(bySeconds: seconds - 0.1)) == error) == (seconds > 0))
  #expect(memory.error(for: url(0), at: start.advanced(bySeconds: seconds + 0.1)) == nil)
}
