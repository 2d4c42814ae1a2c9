/// The decisions of a program from which the user drags something to another one, by version 5 of the XDND protocol.
///
/// A value without a clock and without a connection: each method is one event, and returns the messages to send. The
/// target gets the next position only after it has answered the last one.
package struct XDragSource {
  /// What the target is asked to do with the content.
  package enum Action: Hashable {
    case copy, move
  }

  /// A window that takes drops.
  package struct Target: Hashable {
    package var window: UInt32
    /// The window that gets the messages, which is another one if the target has a proxy.
    package var receiver: UInt32
    package var version: UInt32

    package init(window: UInt32, receiver: UInt32, version: UInt32) {
      (self.window, self.receiver, self.version) = (window, receiver, version)
    }
  }

  /// A position of the pointer on the screen, and the action that the user asks for there.
  package struct Place: Hashable {
    package var x: Int
    package var y: Int
    package var action: Action

    package init(x: Int, y: Int, action: Action = .copy) { (self.x, self.y, self.action) = (x, y, action) }
  }

  /// A message to the target.
  package enum Message: Hashable {
    case enter, leave, drop
    case position(Place)
  }

  private enum Phase: Hashable {
    case dragging
    /// The user has released the button; the target has not answered the last position yet.
    case released
    /// The target has been told to take the content.
    case dropped
    /// The drag has ended; with the action that the target performed, or without one.
    case ended(Action?)
  }

  package init() {}

  private var phase = Phase.dragging
  package private(set) var target: Target?
  /// The action that the target would perform; `nil` if it refuses the content.
  package private(set) var accepted: Action?
  private var told: Place?
  /// The newest place, which the target is told after its answer.
  private var waiting: Place?
  private var awaitsStatus = false
  /// The time at which the target is given up, in nanoseconds.
  private var deadline: UInt64?

  /// The time that a target has to answer a position after the release, in nanoseconds.
  private static let statusPatience: UInt64 = 1_000_000_000
  /// The time that a target has to fetch the content, in nanoseconds.
  private static let dropPatience: UInt64 = 20_000_000_000

  /// Whether the user still holds the button.
  package var isDragging: Bool { phase == .dragging }

  /// Whether the drag has ended, and the action that the target performed.
  package var end: (isReached: Bool, action: Action?) {
    if case .ended(let action) = phase { (true, action) } else { (false, nil) }
  }

  // MARK: The user

  /// Follows the pointer to a place above a target, or above none.
  /// - Returns: The messages, each with its target.
  package mutating func move(to new: Target?, at place: Place) -> [(Message, Target)] {
    guard isDragging else { return [] }
    var messages: [(Message, Target)] = []
    if new != target {
      if let target { messages.append((.leave, target)) }
      (target, accepted, told, waiting, awaitsStatus) = (new, nil, nil, nil, false)
      if let new { messages.append((.enter, new)) }
    }
    guard let target, place != told else { return messages }
    guard !awaitsStatus else {
      waiting = place
      return messages
    }
    return messages + [tell(place, target)]
  }

  private mutating func tell(_ place: Place, _ target: Target) -> (Message, Target) {
    (told, waiting, awaitsStatus) = (place, nil, true)
    return (.position(place), target)
  }

  /// Drops the content where the pointer is.
  package mutating func release(at now: UInt64) -> [(Message, Target)] {
    guard isDragging else { return [] }
    phase = .released
    deadline = now + Self.statusPatience
    return awaitsStatus && target != nil ? [] : drop(at: now)
  }

  /// Tells the target to take the content, if it accepted it.
  private mutating func drop(at now: UInt64) -> [(Message, Target)] {
    guard let target, accepted != nil else { return cancel() }
    phase = .dropped
    deadline = now + Self.dropPatience
    return [(.drop, target)]
  }

  /// Ends the drag without a drop. A drop that the target was told of cannot be called back.
  package mutating func cancel() -> [(Message, Target)] {
    guard phase == .dragging || phase == .released else { return [] }
    phase = .ended(nil)
    return target.map { [(.leave, $0)] } ?? []
  }

  // MARK: The target

  /// Takes the answer of a target to a position.
  /// - Parameter action: The action that the target would perform; `nil` if it refuses the content.
  package mutating func didAnswer(_ window: UInt32, _ action: Action?, at now: UInt64) -> [(Message, Target)] {
    guard let target, target.window == window, awaitsStatus else { return [] }
    awaitsStatus = false
    accepted = action
    if phase == .released { return drop(at: now) }
    return isDragging ? waiting.map { [tell($0, target)] } ?? [] : []
  }

  /// Takes the message of a target that it has the content.
  /// - Parameter isDone: Whether it performed the action; targets of versions before 5 do not tell.
  package mutating func didFinish(_ window: UInt32, isDone: Bool) {
    guard phase == .dropped, target?.window == window else { return }
    phase = .ended(isDone ? accepted : nil)
  }

  /// Gives up a target that does not answer.
  package mutating func timeDidPass(_ now: UInt64) -> [(Message, Target)] {
    guard let deadline, now >= deadline else { return [] }
    if phase == .dropped { phase = .ended(nil) }
    return cancel()
  }
}
