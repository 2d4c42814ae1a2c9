import Glibc
import ScrollworkPlatform
import Testing

@Suite(.serialized) struct VariablesTests {
  private static let name = "SCROLLWORK_TEST_VARIABLE"

  @Test(arguments: [nil, "former"]) func `a variable has another value for the time of a call`(former: String?) {
    if let former { setenv(Self.name, former, 1) } else { unsetenv(Self.name) }
    defer { unsetenv(Self.name) }
    let seen = Variables.with(Self.name, "new") { Variables.value(of: Self.name) }
    #expect(seen == "new")
    #expect(Variables.value(of: Self.name) == former)
  }
}
