import ScrollworkGeometry

extension ListEngine {
  /// The largest offset: the viewport then shows the end of the content and of what loads below it.
  var endOffset: Double { layout.inWholePixels(layout.contentLength + chrome.paging.room - layout.length) }

  /// The visible rectangle, in content coordinates.
  var viewport: Rect { Rect(origin: scroll.presentedOrigin, size: layout.size) }
}
