// swift-tools-version: 6.2
import PackageDescription

/// The folder of the package Scrollwork. A package of your own names the address of its repository instead.
let scrollwork = Context.environment["SCROLLWORK"] ?? "../.."

let package = Package(
  name: "examples",
  dependencies: [.package(name: "scrollwork", path: scrollwork)],
  targets: ["hello", "pictures", "log"].map {
    .executableTarget(name: $0, dependencies: [.product(name: "Scrollwork", package: "scrollwork")])
  })
