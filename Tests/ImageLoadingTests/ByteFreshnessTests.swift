import ScrollworkImageLoading
import Testing

@Test(arguments: [
  ("max-age=600", 600.0, 0.0, false),
  (" Max-Age = \"60\" , public", 60, 0, false),
  ("no-cache", 0, 0, false),
  ("max-age=600, no-cache", 0, 0, false),
  ("no-cache, max-age=600, stale-while-revalidate=60", 0, 0, false),
  ("max-age=1, stale-while-revalidate=9", 1, 9, false),
  ("no-store, max-age=600", 600, 0, true),
  ("immutable", 31_536_000, 0, false),
  ("max-age=-5", 0, 0, false),
  ("max-age=nan, max-age", 0, 0, false),
  ("max-age=99999999999999999999", 3.2e9, 0, false),
  ("", 0, 0, false),
])
func `the freshness of an answer is parsed`(
  text: String, age: Double, stale: Double, isPrivate: Bool
) {
  let freshness = ByteFreshness(cacheControl: text)
  #expect(freshness.maximumAge == age)
  #expect(freshness.staleAge == stale)
  #expect(freshness.isPrivate == isPrivate)
}
