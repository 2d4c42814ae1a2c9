import ScrollworkSDLBackend
import Testing

// The source's side of the XDND protocol: its decisions, and the form of its messages.

private typealias Target = XDragSource.Target
private typealias Place = XDragSource.Place

private let first = Target(window: 7, receiver: 8, version: 5)
private let second = Target(window: 9, receiver: 9, version: 3)

/// Returns the name of each message, with the window of its target.
private func words(_ messages: [(XDragSource.Message, Target)]) -> [String] {
  messages.map { message, target in
    switch message {
    case .enter: "enter \(target.window)"
    case .leave: "leave \(target.window)"
    case .drop: "drop \(target.window)"
    case .position(let place): "\(place.action == .move ? "move" : "copy") \(place.x),\(place.y) \(target.window)"
    }
  }
}

@Test func `a target gets the next position after its answer, and then the newest one only`() {
  var source = XDragSource()
  #expect(words(source.move(to: nil, at: Place(x: 1, y: 1))).isEmpty)
  #expect(words(source.move(to: first, at: Place(x: 2, y: 1))) == ["enter 7", "copy 2,1 7"])
  #expect(words(source.move(to: first, at: Place(x: 3, y: 1))).isEmpty)
  #expect(words(source.move(to: first, at: Place(x: 4, y: 1, action: .move))).isEmpty)
  #expect(words(source.didAnswer(9, .copy, at: 0)).isEmpty, "another window's answer")
  #expect(words(source.didAnswer(7, .copy, at: 0)) == ["move 4,1 7"])
  #expect(words(source.didAnswer(7, .move, at: 0)).isEmpty && source.accepted == .move)
  #expect(words(source.move(to: first, at: Place(x: 4, y: 1, action: .move))).isEmpty, "nothing moved")
  #expect(words(source.didAnswer(7, nil, at: 0)).isEmpty && source.accepted == .move, "an answer to nothing")
}

@Test func `the pointer leaves a target before it enters the next one, whose answer alone counts`() {
  var source = XDragSource()
  _ = source.move(to: first, at: Place(x: 2, y: 1))
  _ = source.didAnswer(7, .copy, at: 0)
  #expect(words(source.move(to: second, at: Place(x: 5, y: 1))) == ["leave 7", "enter 9", "copy 5,1 9"])
  #expect(source.accepted == nil)
  _ = source.didAnswer(7, .copy, at: 0)
  #expect(source.accepted == nil)
  #expect(words(source.move(to: nil, at: Place(x: 6, y: 1))) == ["leave 9"])
  #expect(words(source.release(at: 0)).isEmpty && source.end.isReached && source.end.action == nil)
}

@Test func `a drop ends with what the target did`() {
  for (isDone, action) in [(true, XDragSource.Action.copy), (false, nil)] {
    var source = XDragSource()
    _ = source.move(to: first, at: Place(x: 2, y: 1))
    _ = source.didAnswer(7, .copy, at: 0)
    #expect(words(source.release(at: 0)) == ["drop 7"] && !source.isDragging && !source.end.isReached)
    #expect(words(source.move(to: second, at: Place(x: 9, y: 9))).isEmpty)
    #expect(words(source.cancel()).isEmpty && !source.end.isReached, "a drop cannot be called back")
    source.didFinish(9, isDone: true)
    #expect(!source.end.isReached)
    source.didFinish(7, isDone: isDone)
    #expect(source.end.isReached && source.end.action == action)
  }
}

@Test func `a target that refuses is left at the release`() {
  var source = XDragSource()
  _ = source.move(to: first, at: Place(x: 2, y: 1))
  _ = source.didAnswer(7, nil, at: 0)
  #expect(words(source.release(at: 0)) == ["leave 7"] && source.end.isReached && source.end.action == nil)
}

@Test func `a release waits for the answer to the last position, but not for ever`() {
  var source = XDragSource()
  _ = source.move(to: first, at: Place(x: 2, y: 1))
  #expect(words(source.release(at: 0)).isEmpty)
  var late = source
  #expect(words(source.didAnswer(7, .copy, at: 1)) == ["drop 7"])
  #expect(words(late.timeDidPass(999_999_999)).isEmpty && !late.end.isReached)
  #expect(words(late.timeDidPass(1_000_000_000)) == ["leave 7"] && late.end.isReached)
  #expect(words(source.timeDidPass(20_000_000_000)).isEmpty && !source.end.isReached)
  #expect(words(source.timeDidPass(20_000_000_001)).isEmpty && source.end.isReached && source.end.action == nil)
}

@Test func `a cancelled drag leaves its target and drops nothing`() {
  var source = XDragSource()
  _ = source.move(to: first, at: Place(x: 2, y: 1))
  _ = source.didAnswer(7, .copy, at: 0)
  #expect(words(source.cancel()) == ["leave 7"] && source.end.isReached)
  #expect(words(source.release(at: 0)).isEmpty && words(source.cancel()).isEmpty)
}

/// Returns messages of window 100. The atom of a name is ten times its length plus its last byte.
private func messages(_ types: [UInt32]) -> XDragMessages {
  XDragMessages(source: 100, types: types) { UInt32($0.utf8.count * 10) + UInt32($0.utf8.last ?? 0) }
}

private func atom(_ name: String) -> UInt32 { UInt32(name.utf8.count * 10) + UInt32(name.utf8.last ?? 0) }

@Test func `the messages have the form of version 5, or of the target's older version`() {
  let few = messages([41, 42])
  #expect(
    few.event(.enter, to: first, at: 3)
      == XClientMessage(window: 7, type: atom("XdndEnter"), data: [100, 5 << 24, 41, 42, 0]))
  #expect(
    messages([41, 42, 43, 44]).event(.enter, to: second, at: 3).data == [100, 3 << 24 | 1, 41, 42, 43],
    "more than three formats are in a property")
  #expect(
    few.event(.position(Place(x: 258, y: 3)), to: first, at: 77).data
      == [100, 0, 258 << 16 | 3, 77, atom("XdndActionCopy")])
  #expect(few.event(.position(Place(x: -5, y: 99_999, action: .move)), to: first, at: 77).data[2] == 0xFFFF)
  #expect(few.event(.drop, to: first, at: 77).data == [100, 0, 77])
  let bytes = few.event(.leave, to: first, at: 0).bytes
  #expect(bytes.count == 32 && bytes.prefix(5) == [33, 32, 0, 0, 7] && bytes[12] == 100)
}

@Test func `the answers of targets are read, and other messages are not`() {
  let known = messages([41])
  func answer(_ name: String, _ data: [UInt32], version: UInt32 = 5) -> XDragMessages.Answer? {
    known.answer(XClientMessage(window: 100, type: atom(name), data: data), version: version)
  }
  #expect(answer("XdndStatus", [7, 1, 0, 0, atom("XdndActionCopy")]) == .status(7, .copy))
  #expect(answer("XdndStatus", [7, 3, 0, 0, atom("XdndActionMove")]) == .status(7, .move))
  #expect(answer("XdndStatus", [7, 1, 0, 0, 12_345]) == .status(7, .copy))
  #expect(answer("XdndStatus", [7, 2, 0, 0, atom("XdndActionCopy")]) == .status(7, nil))
  #expect(answer("XdndFinished", [7, 0, 0, 0, 0]) == .finished(7, isDone: false))
  #expect(answer("XdndFinished", [7, 1, 0, 0, 0]) == .finished(7, isDone: true))
  #expect(answer("XdndFinished", [7, 0, 0, 0, 0], version: 4) == .finished(7, isDone: true))
  #expect(answer("XdndStatus", [7]) == nil && answer("WM_PROTOCOLS", [7, 1, 0, 0, 0]) == nil)
}
