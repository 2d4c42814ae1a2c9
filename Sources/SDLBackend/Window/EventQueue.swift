import ScrollworkHostInterface

/// Events that wait to be told, without those that later ones have made pointless.
package struct EventQueue {
  /// Oldest first.
  package private(set) var events: [HostEvent] = []

  package init() {}

  package var isEmpty: Bool { events.isEmpty }

  /// Adds an event. It takes the place of the one before where both say where the pointer is, how large the window is, or
  /// that it must be shown: a mouse reports up to 8,000 positions a second, a frame shows one.
  package mutating func append(_ event: HostEvent) {
    if let last = events.last, Self.supersedes(event, last) {
      events[events.count - 1] = event
    } else {
      events.append(event)
    }
  }

  package mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
  }

  private static func supersedes(_ event: HostEvent, _ earlier: HostEvent) -> Bool {
    switch (earlier, event) {
    case (.input(let earlier), .input(let event)): supersedes(event, earlier)
    case (.resized, .resized), (.exposed, .exposed), (.wakeUp, .wakeUp): true
    default: false
    }
  }

  private static func supersedes(_ event: InputEvent, _ earlier: InputEvent) -> Bool {
    switch (earlier, event) {
    case (.pointerMoved, .pointerMoved): true
    case (.touch(.moved, let earlierID, _), .touch(.moved, let id, _)): earlierID == id
    default: false
    }
  }
}

extension HostEvent {
  /// True if the window would show something stale until the next frame.
  package var leavesWindowStale: Bool {
    switch self {
    case .resized, .exposed, .restored, .scaleChanged: true
    default: false
    }
  }
}
