import Scrollwork

/// A list that fetches its pictures ahead.
final class PictureList: CollectionView {
  override func hostDidChange() {
    super.hostDidChange()
    guard prefetchingPlugins.isEmpty, let pipeline = host?.environment.images as? ImagePipeline else { return }
    prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: pipeline)]
  }
}
