import ScrollworkPlatform

/// Words that depend on a number.
enum Words {
  /// The plural of `noun` with an added s, or `noun` itself for a count of one.
  static func count(_ noun: String, _ count: Int) -> String { count == 1 ? noun : noun + "s" }
}

extension CrumbBar.Crumb {
  /// The crumbs of an absolute path. The home folder is a single crumb.
  static func parts(of path: String) -> [CrumbBar.Crumb] {
    let home = FilePath.home ?? "/"
    var crumbs: [CrumbBar.Crumb] = []
    var rest = Substring(path)
    var prefix = ""
    if path == home || path.hasPrefix(home + "/"), home != "/" {
      crumbs.append(CrumbBar.Crumb(title: "Home", path: home))
      rest = path.dropFirst(home.count)
      prefix = home
    }
    for part in rest.split(separator: "/") {
      prefix += "/" + part
      crumbs.append(CrumbBar.Crumb(title: PathBytes.display(String(part)), path: prefix))
    }
    return crumbs.isEmpty ? [CrumbBar.Crumb(title: "/", path: "/")] : crumbs
  }
}
