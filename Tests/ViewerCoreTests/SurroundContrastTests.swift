import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// What stands on the dark surround of pictures is seen in each theme.

@MainActor @Test(arguments: [Theme.light, .dark, .highContrastLight, .highContrastDark])
func `a picture that cannot be decoded, its mark in the strip and “Try again” stand out from the dark surround`(
  theme: Theme
) async throws {
  let folder = try pictureFolder(3)
  let viewer = Viewer()
  try viewer.open(folder.file("p101.png"))
  let harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: 600), theme: theme)
  let isKnown = await waitUntil(harness) {
    for load in harness.images.pending { harness.images.fail(load.request.source, with: .unsupported("no picture")) }
    return !viewer.isBusy && harness.semantics.contains { $0.text == "Try again" }
  }
  try #require(isKnown)
  harness.settle()
  let ground = theme.isHighContrast ? Theme.highContrastDark.colors : Theme.dark.colors
  let button = try #require(harness.semantics.first { $0.text == "Try again" }).bounds.size
  var (marks, fills, titles): ([Color], [Color], [Color]) = ([], [], [])
  for group in harness.frame.groups {
    for command in group.canvas.commands {
      switch command {
      case .symbol(let symbol, let place, let color) where symbol == .pictureBroken && place.width == 20:
        marks.append(color)
      case .roundedRect(let place, _, let color) where place.size == button: fills.append(color)
      case .text(let line, _, let color) where line.glyphs.count == "Try again".count: titles.append(color)
      default: break
      }
    }
  }
  #expect(!marks.isEmpty && marks.allSatisfy { $0.contrast(with: ground.placeholder) >= 4.5 }, "\(marks)")
  let fill = try #require(fills.first)
  #expect(fill.contrast(with: ground.surface) >= 3, "\(fill)")
  #expect(titles.contains { $0.contrast(with: fill) >= 4.5 }, "\(titles)")
}
