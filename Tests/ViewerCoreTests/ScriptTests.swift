import Scrollwork
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

@Test(
  arguments: [
    ("wait 16.5", .wait(milliseconds: 16.5)), ("settle", .settle),
    ("wheel 0 -3", .wheel(WheelDelta(x: 0, y: -3), at: nil, [])),
    ("wheel 1 0 20 30", .wheel(WheelDelta(x: 1, y: 0), at: Point(x: 20, y: 30), [])),
    ("pan 0 0.25 20 30", .wheel(WheelDelta(x: 0, y: 0.25, isPrecise: true), at: Point(x: 20, y: 30), [])),
    ("motion reduced", .motion(.reduced)), ("key End", .key(.end, [])),
    ("key shift+down", .key(.down, .shift)), ("key ctrl+f", .key("F", .control)), ("key ctrl++", .key("+", .control)),
    ("key +", .key("+", [])), ("key ctrl+shift+Page Up", .key(.pageUp, [.control, .shift])), ("key /", .key("/", [])),
    ("key Keypad enter", .key("Keypad Enter", [])), ("key f12", .key("F12", [])),
    ("text  two  spaces ", .text(" two  spaces ")),
    ("text", .text("")), ("click 10 20", .click(Point(x: 10, y: 20), count: 1, .left, [])),
    ("click 10 20 2 right", .click(Point(x: 10, y: 20), count: 2, .right, [])),
    ("ctrl+shift+click 1 2 middle", .click(Point(x: 1, y: 2), count: 1, .middle, [.control, .shift])),
    ("move 1 2", .move(Point(x: 1, y: 2))), ("press 1 2", .press(Point(x: 1, y: 2))),
    ("release 1 2", .release(Point(x: 1, y: 2))),
    ("drag 1 2 3 4 500", .drag(from: Point(x: 1, y: 2), to: Point(x: 3, y: 4), milliseconds: 500)),
    ("touch begin 1 5 6", .touch(.began, id: 1, at: Point(x: 5, y: 6))),
    ("touch move 1 5 6", .touch(.moved, id: 1, at: Point(x: 5, y: 6))),
    ("touch end 1 5 6", .touch(.ended, id: 1, at: Point(x: 5, y: 6))),
    ("drop /a folder/x y 3 4", .drop(path: "/a folder/x y", at: Point(x: 3, y: 4))),
    ("resize 640 480", .resize(Size(width: 640, height: 480))),
    ("scale 1.5", .scale(1.5)), ("reload", .reload), ("screenshot a picture.png", .screenshot(path: "a picture.png")),
    ("filter level error", .filter("level error")), ("filter", .filter("")),
    ("sort size:desc,name", .sort("size:desc,name")),
    ("list show", .list(.show([[]], .animatedBatchUpdates, .program))),
    ("list show plain sort -", .list(.show([[[]]], .nonanimatedBatchUpdates, .sort))),
    (
      "list show reload filter 2-3:9.5,1 - | 4",
      .list(
        .show(
          [
            [[.init(id: 2, height: 9.5), .init(id: 3, height: 9.5), .init(id: 1, height: 40)], []],
            [[.init(id: 4, height: 40)]],
          ], .reloadData, .filter))
    ),
    ("list layout waterfall", .list(.layout(.waterfall))), ("list animator none", .list(.animator(.none))),
    ("list anchor end", .list(.anchor(.end))), ("list grow 7 80", .list(.grow(7, height: 80))),
    ("list pages 3", .list(.pages(3))), ("list report", .list(.report)),
    ("dump", .dump), ("stats", .stats), ("quit\r\n", .quit), ("  settle", .settle), ("land", .land),
  ] as [(String, ScriptCommand)])
func `a command is parsed`(line: String, command: ScriptCommand) throws {
  #expect(try ScriptCommand.parse(line) == command)
}

@Test(arguments: ["", "   ", "# a remark", "\t# another", "\r\n"]) func `blank lines and comments get no reply`(
  line: String
) throws {
  #expect(try ScriptCommand.parse(line) == nil)
}

/// The names in the message about an unknown command.
private let commands = """
  click, drag, drop, dump, filter, key, land, list, motion, move, pan, press, quit, release, reload, resize, scale, \
  screenshot, settle, sort, stats, text, touch, wait, wheel
  """

@Test(arguments: [
  ("jump 3", "Unknown command “jump”; known are \(commands)"),
  ("ctrl+move 1 2", "Unknown command “ctrl+move”; known are \(commands)"),
  ("wait", "“wait” needs the milliseconds"),
  ("wait nan", "“wait” needs a number for the milliseconds, not “nan”"),
  ("wait inf", "“wait” needs a number for the milliseconds, not “inf”"),
  ("wait 1e300", "“wait” needs the milliseconds to be from 0 to 86400000"),
  ("wait -1", "“wait” needs the milliseconds to be from 0 to 86400000"),
  ("settle now", "“settle” does not take “now”"), ("click 1", "“click” needs y"),
  ("click 1 2 0", "“click” needs the number of clicks to be from 1 to 10"),
  ("click 1 2 1.5", "“click” needs a whole number for the number of clicks, not “1.5”"),
  ("click 1 2 top", "Unknown button “top”; known are left, middle, right"),
  ("touch 1 2 3", "“touch” needs begin, move or end first"), ("drop /a 1", "“drop” needs a path and a point"),
  ("drop /a b c", "“drop” needs a number for x, not “b”"),
  ("key", "“key” needs the name of a key"),
  ("key Nonsense", "Unknown key “Nonsense”; the names are those of SDL_GetKeyName"),
  ("screenshot ", "“screenshot” needs the name of a file"),
  ("sort", "“sort” needs keys to sort by"),
  ("scale 0", "“scale” needs the scale to be from 0.5 to 8"),
  ("resize 0 5", "“resize” needs the width to be from 1 to 16384"),
  ("motion fast", "“motion” needs the motion to be one of full, reduced, off, not “fast”"),
  ("list", "“list” needs an action"),
  ("list jump", "“list” has no action “jump”; known are show, layout, animator, anchor, grow, pages, report"),
  ("list anchor", "“list” needs the anchor"),
  ("list anchor top", "“list” needs the anchor to be one of item, start, end, none, not “top”"),
  ("list show 1,,2", "“” is not a number with a height, such as 7, 7:80 or 7-20:80"),
  ("list show 5-2", "“5-2” is not a number with a height, such as 7, 7:80 or 7-20:80"),
  ("list show 5:nan", "“5:nan” is not a number with a height, such as 7, 7:80 or 7-20:80"),
  ("list show 1 1-1000000", "“list show” takes at most 1000000 numbers"),
  ("list grow 1", "“list” needs the height"), ("list report 1", "“list” does not take “1”"),
])
func `the message about a wrong command names the mistake`(line: String, message: String) {
  #expect(throws: ScriptError(message)) { try ScriptCommand.parse(line) }
}

@Test(arguments: 0..<rounds) func `no line of a script is fatal`(seed: Int) {
  var generator = SeededGenerator(seed: UInt64(seed))
  let pieces = [
    "click", "key", "drop", "+", "ctrl", " ", "1", "-", "é", "\t", "touch", "begin", "text", "1e999", "\u{301}", "#",
    "list show", "list grow", "|", ":", ",", "9999999999",
  ]
  for _ in 0..<100 {
    let line = (0..<Int.random(in: 0..<8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
      .joined()
    do throws(ScriptError) {
      _ = try ScriptCommand.parse(line)
    } catch {
      #expect(!error.description.isEmpty)
    }
  }
}

@Test func `replies are one line of JSON`() {
  #expect(ScriptReply.done().line == "{\"ok\":true}")
  #expect(ScriptReply.refused("no “x”\n").line == "{\"ok\":false,\"error\":\"No “x”\\n\"}")
  let members: [JSON.Member] = [
    .init("offset", .array([.number(0), .number(12.5)])), .init("text", .string("a\"b")), .init("n", .int(3)),
    .init("bad", .number(.infinity)),
    .init("none", .null), .init("inner", .object([.init("b", .bool(false))])),
  ]
  #expect(
    ScriptReply.done(members).line
      == "{\"ok\":true,\"offset\":[0,12.5],\"text\":\"a\\\"b\",\"n\":3,\"bad\":null,\"none\":null,\"inner\":{\"b\":false}}"
  )
}
