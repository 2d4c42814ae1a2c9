import ScrollworkPlatform
import Testing

@Suite("The user's base folders")
struct BaseFolderTests {
  @Test("The variable names the folder, without dots")
  func given() {
    #expect(BaseFolder.data.path(given: "/data/./mine/../ours", home: "/home/ada") == "/data/ours")
  }

  @Test("A relative or empty variable is ignored", arguments: ["", "mine", "./mine"])
  func relative(given: String) {
    #expect(BaseFolder.state.path(given: given, home: "/home/ada") == "/home/ada/.local/state")
  }

  @Test("Without the variable and the home folder there is none")
  func none() {
    #expect(BaseFolder.cache.path(given: nil, home: nil) == nil)
    #expect(BaseFolder.configuration.path(given: nil, home: "/home/ada") == "/home/ada/.config")
  }
}
