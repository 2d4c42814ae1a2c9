import ScrollworkHostInterface

/// The events that wait for delivery. An event that a later one supersedes is left out.
package struct EventQueue {
  /// The events, oldest first.
  package private(set) var events: [HostEvent] = []

  /// Creates an empty queue.
  package init() {}

  /// Whether no event waits.
  package var isEmpty: Bool { events.isEmpty }

  /// Adds an event. It replaces the last one if both report the position of the pointer or of the same finger, the
  /// window's size, the need to draw or a wake-up: a mouse reports up to 8,000 positions a second, of which a frame
  /// shows only one.
  package mutating func append(_ event: HostEvent) {
    if let last = events.last, Self.supersedes(event, last) {
      events[events.count - 1] = event
    } else {
      events.append(event)
    }
  }

  /// Removes all events without freeing memory.
  package mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
  }

  /// Whether `event` supersedes `earlier`, the one before it.
  private static func supersedes(_ event: HostEvent, _ earlier: HostEvent) -> Bool {
    switch (earlier, event) {
    case (.input(let earlier), .input(let event)): supersedes(event, earlier)
    case (.resized, .resized), (.exposed, .exposed), (.wakeUp, .wakeUp), (.moved, .moved): true
    default: false
    }
  }

  /// Whether an input event supersedes `earlier`, the one before it.
  private static func supersedes(_ event: InputEvent, _ earlier: InputEvent) -> Bool {
    switch (earlier, event) {
    case (.pointerMoved, .pointerMoved): true
    case (.touch(.moved, let earlierID, _), .touch(.moved, let id, _)): earlierID == id
    default: false
    }
  }
}

extension HostEvent {
  /// Whether the window shows outdated content after this event, until the next frame.
  package var leavesWindowStale: Bool {
    switch self {
    case .resized, .exposed, .restored, .scaleChanged: true
    default: false
    }
  }
}
