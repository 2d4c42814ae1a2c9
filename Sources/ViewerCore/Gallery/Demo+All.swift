import Scrollwork

extension Demo {
  /// All screens of the gallery, in the order of the start screen. A new example needs one entry here and one file.
  static let all = ours + carbon + karrotListKit + conv + collectionKit

  private static let ours = [
    Demo(
      "layouts", "Layouts", "Every kind of section in one list", .sliders,
      wish: "Columns that keep their place", "Flipkart/recyclerlistview#76"
    ) { LayoutScreen() },
    Demo(
      "shuffle", "Shuffle", "Two hundred dots find new places", .shuffle,
      wish: "Animations that can be interrupted", "Instagram/IGListKit#1576"
    ) { ShuffleScreen() },
    Demo(
      "reorder", "Reorder", "Drag rows and tiles, or Alt with arrows", .grip,
      wish: "Reorder by drag, open since 2019", "microsoft/microsoft-ui-xaml#167"
    ) { ReorderScreen() },
    Demo(
      "chat", "Chat", "History arrives above, nothing jumps", .chat,
      also: ["Chat CollectionKit"], wish: "Keep the position on prepend", "Instagram/IGListKit#242"
    ) { ChatScreen() },
    Demo(
      "playground", "All layouts, all animators",
      "Switch while it still moves", .sort, also: ["Playground"], wish: "Updates that never crash",
      "RxSwiftCommunity/RxDataSources#367"
    ) { PlaygroundScreen() },
    Demo(
      "menus", MenusExample.self, "Menus", of: .scrollwork, "Actions for one or several rows, with keys",
      .more, wish: "A context menu on the selection", "zed-industries/zed#33747"),
    Demo(
      "outline", OutlineExample.self, "Outline", of: .scrollwork, "A million entries, loaded as they open", .folder,
      also: ["tree"], wish: "Ancestors that stay in sight", "microsoft/vscode#161207"),
    Demo(
      "birds", BirdsExample.self, "Birds", of: .scrollwork, "Letters beside the scroll bar", .list,
      also: ["section index", "type-ahead"], wish: "A fast scroller with a label", "spacecowboy/Feeder#553"),
    Demo(
      "inbox", InboxExample.self, "Inbox", of: .scrollwork, "Actions by swipe, pointer and key", .archive,
      also: ["swipe actions"], wish: "The actions of a row at hand", "longbridge/gpui-kit#362"),
    Demo(
      "board", BoardExample.self, "Board", of: .scrollwork, "Two lists exchange items by drag", .grip,
      also: ["drag and drop"], wish: "Drags that scroll at the edges", "microsoft/microsoft-ui-xaml#3290"),
    Demo(
      "million", MillionRowsExample.self, "A million rows", of: .scrollwork, "They change ten times a second",
      .list, wish: "Selection in very long lists", "emilk/egui#2000"),
    Demo(
      "table", SensorsExample.self, "Table", of: .scrollwork, "A million rows, sorted as they change", .table,
      also: ["data grid", "spreadsheet"], wish: "Edits that land in the wrong cell", "Addepar/ember-table#263"),
    Demo(
      "prefetch", PrefetchExample.self, "Prefetched pictures", of: .scrollwork, "Loaded before they are seen, counted",
      .picture, wish: "Thousands of pictures without waiting", "voxel51/fiftyone#1740"),
    Demo(
      "storm", StormExample.self, "Storm", of: .scrollwork, "Random updates while you scroll", .pipe,
      wish: "Rapid mixed updates crash", "ra1028/Carbon#78"),
    Demo(
      "controls", ControlsExample.self, "Controls", of: .scrollwork, "Toggles, sliders, pickers, fields in rows",
      .panel, wish: "Editing that survives scrolling", "realm/realm-studio#275"),
  ]

  private static let carbon = [
    Demo(
      "carbon-home", MenuExample.self, "Menu", of: .carbon, "A header, and rows that act at one click", .list,
      also: ["Home", "Menu Conv"], wish: "Headers that size themselves", "ra1028/Carbon#66"),
    Demo(
      "hello", HelloExample.self, "Hello", of: .carbon, "Two lists take turns at each click", .chat,
      wish: "Less code to say what is equal", "ra1028/Carbon#33"),
    Demo(
      "pangram", PangramExample.self, "Pangram", of: .carbon, "Letters move between sections", .sort,
      wish: "Moves between sections that crash", "ra1028/DifferenceKit#155"),
    Demo(
      "kyoto", KyotoExample.self, "Kyoto", of: .carbon, "A page of a magazine, with cards", .picture,
      wish: "Cells that grow from size zero", "Instagram/IGListKit#149"),
    Demo(
      "shuffle-emoji", ShuffleEmojiExample.self, "Shuffle Emoji", of: .carbon, "72 faces: shuffle, remove, reset",
      .shuffle, wish: "Animating while scrolling glitches", "ra1028/Carbon#44"),
    Demo(
      "todo", TodoExample.self, "Todo", of: .carbon, "Tasks move from one section to the other", .check,
      wish: "The wrong row animates away", "SoySauceLab/CollectionKit#79"),
    Demo(
      "profile-form", ProfileFormExample.self, "Profile Form", of: .carbon, "Rows open, the field keeps the focus",
      .fileText, wish: "A reload drops the focus", "facebook/componentkit#469"),
    Demo(
      "outside", OutsideExample.self, "Component outside a list", of: .carbon, "The same component as cell and as view",
      .panel, also: ["Kyoto SwiftUI"], wish: "Definitions that can be passed around", "bannzai/Conv#38"),
    Demo(
      "minimal", MinimalExample.self, "Minimal", of: .carbon, "The smallest declaration", .code,
      also: ["Playground"], wish: "One way to begin", "bannzai/Conv#41"),
  ]

  private static let karrotListKit = [
    Demo(
      "vertical-layout", VerticalLayoutExample.self, "VerticalLayout", of: .karrotListKit,
      "Pages of a hundred rows", .list, also: ["Infinite scrolling"],
      wish: "The end is reported twice", "daangn/KarrotListKit#44")
  ]

  private static let conv = [
    Demo(
      "list", ListExample.self, "List", of: .conv, "Equal ids in all sections, a grid of three", .grid,
      wish: "Repeated ids crash", "Instagram/IGListKit#1147"),
    Demo(
      "detail", DetailExample.self, "Detail", of: .conv, "A picture, a text, and a bar that follows", .fileText,
      wish: "Heights that jump when they are known", "Instagram/IGListKit#739"),
    Demo(
      "interaction", InteractionExample.self, "Interaction", of: .conv, "Reorder within a section only", .grip,
      wish: "A reorder that crashes", "Instagram/IGListKit#1181"),
    Demo(
      "conv-shuffle", ConvShuffleExample.self, "Shuffle sections", of: .conv, "Sections rotate, items change places",
      .shuffle, also: ["Shuffle Conv"], wish: "Updates that overlap", "ra1028/DifferenceKit#17"),
    Demo(
      "profile", ProfileExample.self, "Profile", of: .conv, "A header as tall as its text, above photos", .picture,
      wish: "Reload of one cell sizes them all", "Instagram/IGListKit#1467"),
  ]

  private static let collectionKit = [
    Demo(
      "collectionkit-home", HomeExample.self, "Home", of: .collectionKit, "Labels, spaces, and lists in the list",
      .panel, wish: "One provider in two views crashes", "SoySauceLab/CollectionKit#163"),
    Demo(
      "horizontal-gallery", HorizontalGalleryExample.self, "Horizontal Gallery", of: .collectionKit,
      "Two rows of pictures that wobble", .picture, also: ["waterfall"], wish: "A wobble without a dependency",
      "SoySauceLab/CollectionKit#80"),
    Demo(
      "grid", GridExample.self, "Grid", of: .collectionKit, "20 by 20 tiles, both ways", .grid,
      wish: "A view that scrolls in two dimensions", "flutter/flutter#87370"),
    Demo(
      "articles", ArticlesExample.self, "Articles", of: .collectionKit, "Tall cards with texts", .fileText,
      wish: "A freeze while cells are made", "SoySauceLab/CollectionKit#97"),
    Demo(
      "reload", ReloadExample.self, "Reload", of: .collectionKit, "Four sets of data, one of them empty", .retry,
      also: ["Reload Animation"], wish: "Reload and animation out of step", "RxSwiftCommunity/RxDataSources#367"),
    Demo(
      "header", HeaderExample.self, "Header", of: .collectionKit, "Ten sections, sticky or not", .list,
      wish: "Sticky headers, as tall as their content", "SoySauceLab/CollectionKit#60"),
    Demo(
      "animators", AnimatorsExample.self, "Animators", of: .collectionKit, "Default, Wobble, EdgeShrink, Zoom",
      .play, also: ["EdgeShrink", "Wobble", "Zoom"], wish: "Momentum lost when inserting",
      "Instagram/IGListKit#1128"),
  ]
}
