import Foundation
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// The number of storms: in optimised builds each screen comes four times.
private let storms = perBuild(debug: 7, optimized: 28)

/// A screen of the gallery under random actions: its items are dragged, edited, swiped, expanded, and changed by their
/// menus, while the list scrolls and the window changes its size.
private final class ScreenStorm {
  /// The screens. Each has actions of its own besides those that all screens share.
  private enum Screen: String, CaseIterable {
    case reorder, outline, menus, todo, inbox, board
    case form = "profile-form"
  }

  private static let (width, height) = (480, 360)
  private var random: SeededGenerator
  private let screen: Screen
  private let motion: String
  let session: Session
  private var said: [String] = []
  private var nextFinger = 1

  init(seed: Int) throws {
    random = SeededGenerator(seed: UInt64(seed))
    screen = Screen.allCases[seed % Screen.allCases.count]
    motion = ["full", "full", "reduced", "off"][seed / Screen.allCases.count % 4]
    session = try Session(
      ["--motion", motion, "gallery:\(screen.rawValue)"], size: "\(Self.width)x\(Self.height)")
    try session.run("settle")
  }

  var recent: String { "\(screen), \(motion): \(said.suffix(6))" }

  private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private func one(of choices: [String]) -> String { choices[number(0...choices.count - 1)] }

  /// A random point over the list, as two numbers in a command.
  private var point: String { "\(number(8...Self.width - 8)) \(number(60...Self.height - 40))" }

  // MARK: Commands

  /// Runs a random command and checks what the program shows then.
  func step() throws {
    let command = number(0...2) == 0 ? common() : own()
    said.append(command)
    for line in command.split(separator: "\n") {
      let reply = try session.ask(String(line))
      #expect(reply["ok"] as? Bool == true, "\(reply["error"] ?? ""): \(recent)")
    }
    try check()
  }

  private func common() -> String {
    switch number(0...8) {
    case 0...2: "wheel 0 \(number(-5...5)) \(point)"
    case 3: "\(one(of: ["", "ctrl+", "shift+"]))click \(point)"
    case 4: "key \(one(of: ["Down", "Up", "Home", "End", "shift+Down", "PageDown", "Tab", "shift+Tab", "ctrl+A"]))"
    case 5: "resize \(number(360...640)) \(number(280...480))\nwait 20\nresize \(Self.width) \(Self.height)"
    case 6: "move \(point)"
    default: "wait \(number(0...150))"
    }
  }

  private func own() -> String {
    switch screen {
    case .reorder: number(0...2) == 0 ? menu() : drag()
    case .board: drag()
    case .outline: number(0...5) == 0 ? "text \(one(of: ["shelf 9", "box 5", "s", "p"]))" : expand()
    case .menus: menu()
    case .inbox: number(0...2) == 0 ? menu() : swipe()
    case .todo, .form: number(0...2) == 0 ? menu() : edit()
    }
  }

  /// Returns commands for a complete drag, a cancelled one, or a move by the keyboard.
  private func drag() -> String {
    switch number(0...4) {
    case 0: "press \(point)\nmove \(point)\nwait \(number(0...300))\nkey Escape\nrelease \(point)"
    case 1: "click \(point)\nkey alt+\(one(of: ["Down", "Up", "Left", "Right"]))"
    case 2:
      // The list scrolls while the pointer rests at its edge.
      "press \(point)\nmove \(point)\nwait 30\nmove 200 \(one(of: ["52", "\(Self.height - 32)"]))\nwait 500\n"
        + "release \(point)"
    default: "drag \(point) \(point) \(number(0...400))"
    }
  }

  private func expand() -> String {
    switch number(0...2) {
    case 0: "click \(number(6...36)) \(number(60...Self.height - 40))"
    case 1: "click 200 \(number(60...Self.height - 40))\nkey \(one(of: ["Right", "Left", "*"]))"
    default: "key \(one(of: ["Right", "Left", "Right", "Down", "Up"]))"
    }
  }

  /// Returns commands that open a menu, move the focus in it, and choose an action or close the menu.
  private func menu() -> String {
    let opening = number(0...1) == 0 ? "click \(point) right" : "click 200 \(number(60...200))\nkey shift+F10"
    let way = (0..<number(0...4)).map { _ in "\nkey \(one(of: ["Down", "Up", "Right", "Left", "End"]))" }.joined()
    let end = one(of: ["key Return", "key Escape", "click \(point)", "wait 10"])
    return opening + way + "\nwait \(number(0...200))\n" + end
  }

  /// Returns commands for a swipe by a finger, or for a click after the pointer has rested on a row.
  private func swipe() -> String {
    if number(0...3) == 0 { return "move \(point)\nwait 300\nclick \(point)" }
    nextFinger += 1
    let (x, y) = (number(20...Self.width - 20), number(110...Self.height - 40))
    let way = (1...4).map { step in
      "\ntouch move \(nextFinger) \(min(max(0, x + step * number(-90...90)), Self.width)) \(y)\nwait 12"
    }
    return "touch begin \(nextFinger) \(x) \(y)\(way.joined())\ntouch end \(nextFinger) \(x) \(y)"
  }

  private func edit() -> String {
    switch number(0...5) {
    case 0: "click 300 \(one(of: ["76", "126", "170"]))"
    case 1: "text \(one(of: ["a", "Fog until noon", "ü", "12"]))"
    case 2: "key \(one(of: ["Return", "ctrl+Z", "ctrl+Y", "Left", "shift+Left", "Delete", "Tab"]))"
    case 3: "click \(number(20...40)) \(number(100...Self.height - 40))"
    case 4: "click \(Self.width - 28) \(number(100...Self.height - 40))"
    default: "click \(point)"
    }
  }

  // MARK: Checks

  private func check() throws {
    let dump = try session.dump()
    #expect(dump.visible.allSatisfy { $0.frame.allSatisfy(\.isFinite) && $0.alpha.isFinite }, "\(recent)")
    #expect(dump.live.contents < 200, "\(dump.live.contents) contents: \(recent)")
    // With reduced motion, a moved item fades out at its old position and in at the new one.
    let ids = dump.cells.map { "\($0.section) \($0.id)" }
    #expect(motion == "reduced" || Set(ids).count == ids.count, "\(recent)")
  }

  /// Ends all interactions, and checks that the program comes to rest and that no error or jump was too large.
  func end() throws {
    try session.run("key Escape", "key Escape", "move 2 2", "settle")
    let rest = try session.dump()
    #expect(rest.isAtRest && rest.animating == 0, "\(recent)")
    let stats = try session.ask("stats")
    func value(_ name: String) -> Double { (stats[name] as? NSNumber)?.doubleValue ?? .infinity }
    #expect(value("anchor_error_px_max") <= 0.5, "\(value("anchor_error_px_max")): \(recent)")
    #expect(value("step_px_max") <= 0.5, "\(value("step_px_max")): \(recent)")
    #expect(session.finish() == 0 && session.errors == "", "\(session.errors)")
  }
}

@Test(arguments: seeds(storms))
func `whatever the hands do on a screen of the gallery, nothing jumps, and it comes to rest`(seed: Int) throws {
  let storm = try ScreenStorm(seed: seed)
  for _ in 0..<60 { try storm.step() }
  try storm.end()
}
