import ScrollworkHostInterface

/// The events that wait for delivery, without those that later ones supersede.
package struct EventQueue {
  /// The events, oldest first.
  package private(set) var events: [HostEvent] = []

  /// Creates an empty queue.
  package init() {}

  /// Whether no event waits.
  package var isEmpty: Bool { events.isEmpty }

  /// Adds an event. It replaces the last one if both report the pointer's position, the window's size, or the need to
  /// draw: a mouse reports up to 8,000 positions a second, of which a frame shows one.
  package mutating func append(_ event: HostEvent) {
    if let last = events.last, Self.supersedes(event, last) {
      events[events.count - 1] = event
    } else {
      events.append(event)
    }
  }

  /// Removes all events and keeps the memory.
  package mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
  }

  /// Whether `event` makes the one before it irrelevant.
  private static func supersedes(_ event: HostEvent, _ earlier: HostEvent) -> Bool {
    switch (earlier, event) {
    case (.input(let earlier), .input(let event)): supersedes(event, earlier)
    case (.resized, .resized), (.exposed, .exposed), (.wakeUp, .wakeUp): true
    default: false
    }
  }

  /// Whether an input event replaces the one before it.
  private static func supersedes(_ event: InputEvent, _ earlier: InputEvent) -> Bool {
    switch (earlier, event) {
    case (.pointerMoved, .pointerMoved): true
    case (.touch(.moved, let earlierID, _), .touch(.moved, let id, _)): earlierID == id
    default: false
    }
  }
}

extension HostEvent {
  /// Whether the window shows outdated content until the next frame.
  package var leavesWindowStale: Bool {
    switch self {
    case .resized, .exposed, .restored, .scaleChanged: true
    default: false
    }
  }
}
