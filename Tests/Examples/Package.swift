// swift-tools-version: 6.2
import PackageDescription

/// The folder of the package Scrollwork. A package of your own names the address of its repository instead.
let scrollwork = Context.environment["SCROLLWORK"] ?? "../.."

/// The products that the code of the articles imports.
let products = [
  "Scrollwork", "ScrollworkTesting", "ScrollworkImageNetworking", "ScrollworkDiffing", "ScrollworkLayout",
]

let package = Package(
  name: "examples",
  dependencies: [.package(name: "scrollwork", path: scrollwork)],
  targets: ["hello", "pictures", "log"].map {
    .executableTarget(name: $0, dependencies: [.product(name: "Scrollwork", package: "scrollwork")])
  } + [
    // The code of the articles, which must compile where only public declarations are visible. Each file has to import
    // what it uses, and a warning is an error, so that a reader meets none; so is an expression that the compiler thinks
    // about for two seconds, such as a long builder.
    .testTarget(
      name: "Listings", dependencies: products.map { .product(name: $0, package: "scrollwork") },
      swiftSettings: [
        .treatAllWarnings(as: .error), .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-Xfrontend", "-warn-long-expression-type-checking=2000"]),
      ])
  ])
