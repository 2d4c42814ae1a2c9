// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target of the package is compiled alike.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// The Swift libraries are linked into the programs, which then run without a toolchain and start some milliseconds
/// faster. The last two libraries belong to FoundationEssentials.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections"], .when(configuration: .release))
]

/// A library target `ScrollworkX` in the folder `Sources/X`; folders go without the prefix so that the tree reads well.
func library(_ name: String, imports: [String] = [], c: [String] = []) -> Target {
  .target(
    name: "Scrollwork" + name,
    dependencies: imports.map { .target(name: "Scrollwork" + $0) } + c.map { .target(name: $0) },
    path: "Sources/" + name,
    swiftSettings: settings
  )
}

/// A test target `XTests` in the folder `Tests/XTests`.
///
/// The compiler writes the module of a release build in the same job as its code; by itself it would read all tests a
/// second time for that. No product contains tests, so unsafe flags do not keep other packages from depending on this.
/// - Parameter computes: Whether the tests' own code, such as models and references, takes much time. Other tests are
///   not optimised even in a release build, because that takes longer than it saves; the libraries that they test are.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], computes: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/" + name, exclude: exclude,
    swiftSettings: settings + [
      .unsafeFlags((computes ? [] : ["-Onone"]) + ["-no-emit-module-separately-wmo"], .when(configuration: .release))
    ])
}

let package = Package(
  name: "scrollwork",
  products: [
    .library(name: "Scrollwork", targets: ["Scrollwork"]),
    .library(name: "ScrollworkImageNetworking", targets: ["ScrollworkImageNetworking"]),
    .library(name: "ScrollworkTesting", targets: ["ScrollworkTesting"]),
    .library(name: "ScrollworkDiffing", targets: ["ScrollworkDiffing"]),
    .library(name: "ScrollworkLayout", targets: ["ScrollworkLayout"]),
    .executable(name: "scrollwork", targets: ["viewer"]),
    .executable(name: "scrollwork-bench", targets: ["benchmarks"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // Level 0: what needs nothing of ours.
    library("Geometry"),
    library("Diffing"),
    library("Platform", c: ["CDBus"]),
    .systemLibrary(name: "CSDL", path: "Sources/CSDL"),
    .systemLibrary(name: "CPNG", path: "Sources/CPNG", pkgConfig: "libpng"),
    .systemLibrary(name: "CFreeType", path: "Sources/CFreeType", pkgConfig: "freetype2"),
    .systemLibrary(name: "CHarfBuzz", path: "Sources/CHarfBuzz", pkgConfig: "harfbuzz"),
    .systemLibrary(name: "CDBus", path: "Sources/CDBus", pkgConfig: "dbus-1"),
    .systemLibrary(name: "CCurl", path: "Sources/CCurl"),
    .systemLibrary(name: "CHEIF", path: "Sources/CHEIF"),
    .systemLibrary(name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib"),
    .target(name: "CFonts", path: "Sources/CFonts"),
    .target(name: "CByteScan", path: "Sources/CByteScan"),
    .target(name: "CBlend", path: "Sources/CBlend"),
    .target(name: "CPNGRows", dependencies: ["CPNG"], path: "Sources/CPNGRows"),
    .target(name: "CAllocationCounter", path: "Sources/CAllocationCounter"),

    // Level 1
    library("HostInterface", imports: ["Geometry"]),
    library("Layout", imports: ["Geometry", "Diffing"]),

    // Level 2
    library("ContentViews", imports: ["Geometry", "HostInterface"]),
    library("ImageLoading", imports: ["Geometry", "HostInterface", "Platform"]),
    library(
      "SDLBackend", imports: ["Geometry", "HostInterface", "Platform"],
      c: ["CSDL", "CPNG", "CPNGRows", "CBlend", "CFonts", "CFreeType", "CHarfBuzz", "CHEIF"]),

    // Level 3
    library("Engine", imports: ["Geometry", "Diffing", "HostInterface", "Layout", "ContentViews"]),
    library("ImageNetworking", imports: ["HostInterface", "ImageLoading", "Platform"], c: ["CCurl"]),

    // Level 4
    library("Tables", imports: ["Geometry", "Diffing", "HostInterface", "Layout", "ContentViews", "Engine"]),

    // Level 5: the umbrella that programs import.
    .target(
      name: "Scrollwork",
      dependencies: [
        "ScrollworkGeometry", "ScrollworkDiffing", "ScrollworkHostInterface", "ScrollworkLayout",
        "ScrollworkContentViews", "ScrollworkImageLoading", "ScrollworkEngine", "ScrollworkTables",
        "ScrollworkSDLBackend", "ScrollworkPlatform",
      ],
      path: "Sources/Scrollwork", swiftSettings: settings),

    // Level 6
    .target(
      name: "ScrollworkTesting", dependencies: ["Scrollwork", "ScrollworkSDLBackend"],
      path: "Sources/ScrollworkTesting", swiftSettings: settings),
    .target(
      name: "ScrollworkViewerCore",
      dependencies: ["Scrollwork", "ScrollworkPlatform", "ScrollworkImageNetworking", "CByteScan", "CZlib"],
      path: "Sources/ViewerCore", swiftSettings: settings),

    // Level 7
    .executableTarget(
      name: "viewer",
      dependencies: [
        "ScrollworkViewerCore", "Scrollwork", "ScrollworkPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/viewer", swiftSettings: settings, linkerSettings: staticRuntime),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "ScrollworkViewerCore", "ScrollworkTesting", "Scrollwork", "ScrollworkPlatform", "ScrollworkSDLBackend",
        "ScrollworkLayout", "ScrollworkGeometry", "ScrollworkDiffing", "CAllocationCounter",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/benchmarks", swiftSettings: settings, linkerSettings: staticRuntime),

    // Tests
    .target(name: "ScrollworkTestSupport", path: "Tests/Support", swiftSettings: settings),
    tests("GeometryTests", ["ScrollworkGeometry"]),
    tests("DiffingTests", ["ScrollworkDiffing", "ScrollworkTestSupport"], computes: true),
    tests("PlatformTests", ["ScrollworkPlatform", "ScrollworkTestSupport"]),
    tests("HostInterfaceTests", ["ScrollworkHostInterface", "ScrollworkGeometry"]),
    tests(
      "LayoutTests", ["ScrollworkLayout", "ScrollworkGeometry", "ScrollworkDiffing", "ScrollworkTestSupport"],
      computes: true),
    tests("ContentViewsTests", ["ScrollworkTesting", "Scrollwork", "ScrollworkTestSupport"]),
    tests(
      "ImageLoadingTests",
      [
        "ScrollworkTesting", "Scrollwork", "ScrollworkPlatform", "ScrollworkImageNetworking", "ScrollworkSDLBackend",
        "ScrollworkTestSupport",
      ]),
    tests(
      "SDLBackendTests",
      [
        "ScrollworkSDLBackend", "ScrollworkHostInterface", "ScrollworkGeometry", "ScrollworkPlatform",
        "ScrollworkTestSupport",
      ]),
    tests("TablesTests", ["ScrollworkTables", "ScrollworkTesting", "Scrollwork", "ScrollworkTestSupport"]),
    tests("EngineTests", ["ScrollworkTesting", "Scrollwork", "ScrollworkTestSupport"], computes: true),
    tests(
      "TestingTests", ["ScrollworkTesting", "Scrollwork", "ScrollworkTestSupport"], exclude: ["__Snapshots__"]),
    tests(
      "ViewerCoreTests",
      [
        "ScrollworkViewerCore", "ScrollworkTesting", "Scrollwork", "ScrollworkPlatform", "ScrollworkSDLBackend",
        "ScrollworkTestSupport",
      ]),
    tests(
      "ViewerTests",
      ["ScrollworkViewerCore", "ScrollworkTesting", "Scrollwork", "ScrollworkImageLoading", "ScrollworkTestSupport"],
      exclude: ["GalleryScripts", "__Snapshots__"], computes: true),
    tests("HouseTests", [], exclude: ["public-symbols.txt"], computes: true),
  ]
)
