/// The state of a drag from this program to others: the source side of the XDND protocol, version 5.
///
/// A value without a clock and without a connection: each method is one event, and returns the messages to send. The
/// target gets the next position only after it has answered the last one.
package struct XDragSource {
  /// The action that the target is asked to perform with the content.
  package enum Action: Hashable {
    case copy, move
  }

  /// A window that takes drops.
  package struct Target: Hashable {
    package var window: UInt32
    /// The window that gets the messages: the target's proxy, or the target itself if it has none.
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
  /// The latest place of the pointer, to be sent after the target's answer to the previous one; `nil` for none.
  private var waiting: Place?
  private var awaitsStatus = false
  /// The time by which the target must answer, in nanoseconds; `nil` before the release.
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

  /// Updates the drag after a movement of the pointer to `place`.
  /// - Parameter new: The target under the pointer; `nil` for none.
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

  /// Drops the content, because the user released the button. First waits for the target's answer to the last position.
  package mutating func release(at now: UInt64) -> [(Message, Target)] {
    guard isDragging else { return [] }
    phase = .released
    deadline = now + Self.statusPatience
    return awaitsStatus && target != nil ? [] : drop(at: now)
  }

  /// Tells the target to take the content, if it has accepted it. Otherwise ends the drag without a drop.
  private mutating func drop(at now: UInt64) -> [(Message, Target)] {
    guard let target, accepted != nil else { return cancel() }
    phase = .dropped
    deadline = now + Self.dropPatience
    return [(.drop, target)]
  }

  /// Ends the drag without a drop. Has no effect after the target was told to take the content.
  package mutating func cancel() -> [(Message, Target)] {
    guard phase == .dragging || phase == .released else { return [] }
    phase = .ended(nil)
    return target.map { [(.leave, $0)] } ?? []
  }

  // MARK: The target

  /// Handles the answer of a target to a position.
  /// - Parameter action: The action that the target would perform; `nil` if it refuses the content.
  package mutating func didAnswer(_ window: UInt32, _ action: Action?, at now: UInt64) -> [(Message, Target)] {
    guard let target, target.window == window, awaitsStatus else { return [] }
    awaitsStatus = false
    accepted = action
    if phase == .released { return drop(at: now) }
    return isDragging ? waiting.map { [tell($0, target)] } ?? [] : []
  }

  /// Handles a target's message that it has fetched the content.
  /// - Parameter isDone: Whether it performed the action; `true` for targets before version 5, which do not tell.
  package mutating func didFinish(_ window: UInt32, isDone: Bool) {
    guard phase == .dropped, target?.window == window else { return }
    phase = .ended(isDone ? accepted : nil)
  }

  /// Ends the drag if the target has not answered by the deadline.
  package mutating func timeDidPass(_ now: UInt64) -> [(Message, Target)] {
    guard let deadline, now >= deadline else { return [] }
    if phase == .dropped { phase = .ended(nil) }
    return cancel()
  }
}
