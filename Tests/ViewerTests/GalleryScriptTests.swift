import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// The screens of the gallery, each used by its script as by its visitor.
struct GalleryScriptTests {
  @Test func `every screen of the gallery has a script with a claim, and every script has a screen`() throws {
    let screens = Demo.addresses.map { $0.replacing("gallery:", with: "") }
    #expect(try GalleryScript.names().sorted() == screens.sorted())
    for screen in screens {
      let comments = try GalleryScript(screen).comments
      #expect(!comments.claims.isEmpty && comments.mistakes.isEmpty, "\(screen): \(comments.mistakes)")
    }
  }

  /// The picture shows the screen before and after the script, in light and in dark, at a sixteenth of its size.
  @Test(arguments: Demo.addresses)
  func `every screen does what its script claims, and looks as recorded`(address: String) throws {
    let script = try GalleryScript(address.replacing("gallery:", with: ""))
    let pictures = try script.run(theme: "light") + script.run(theme: "dark")
    try expectPicture(Picture(row: pictures.map { $0.reduced(by: 16) }), named: script.name, tolerance: 8)
  }
}
