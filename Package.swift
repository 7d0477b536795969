// swift-tools-version: 6.2
import PackageDescription

/// One list for every target: the language mode, the upcoming features the code is written for, and no warning left standing.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "runner",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "runner", targets: ["runner"]),
        .library(name: "HTTPPipeline", targets: ["HTTPPipeline"]),
        .library(name: "CurlTransport", targets: ["CurlTransport"]),
    ],
    dependencies: [],
    targets: [
        .executableTarget(
            name: "runner",
            dependencies: ["BatchRunner", "SampleLibrary", "CurlTransport", "HTTPPipeline"],
            swiftSettings: settings
        ),
        .target(
            name: "BatchRunner",
            dependencies: ["Books", "SampleLibrary", "CurlTransport", "HTTPPipeline", "JSONText"],
            swiftSettings: settings
        ),
        .target(name: "Books", dependencies: ["HTTPPipeline", "JSONText"], swiftSettings: settings),
        .target(name: "SampleLibrary", dependencies: ["JSONText"], swiftSettings: settings),
        .target(name: "CurlTransport", dependencies: ["CCurl", "HTTPPipeline"], swiftSettings: settings),
        .target(
            name: "CCurl",
            linkerSettings: [
                .linkedLibrary(":libcurl.so.4", .when(platforms: [.linux])),
                .linkedLibrary("curl", .when(platforms: [.macOS])),
                .linkedLibrary(":libz.so.1", .when(platforms: [.linux])),
                .linkedLibrary("z", .when(platforms: [.macOS])),
            ]
        ),
        .target(name: "HTTPPipeline", swiftSettings: settings),
        .target(name: "JSONText", swiftSettings: settings),

        .target(
            name: "HTTPTestSupport",
            dependencies: ["HTTPPipeline", "CTestSupport"],
            path: "Tests/HTTPTestSupport",
            swiftSettings: settings
        ),
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .testTarget(
            name: "HTTPPipelineTests",
            dependencies: ["HTTPPipeline", "HTTPTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CurlTransportTests",
            dependencies: ["CurlTransport", "HTTPPipeline", "HTTPTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"], swiftSettings: settings),
        .testTarget(
            name: "BooksTests",
            dependencies: ["Books", "HTTPPipeline", "HTTPTestSupport", "JSONText"],
            resources: [.copy("Samples")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SampleLibraryTests",
            dependencies: ["SampleLibrary", "HTTPTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "BatchRunnerTests",
            dependencies: ["BatchRunner", "Books", "HTTPPipeline", "HTTPTestSupport", "JSONText"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "runnerTests",
            dependencies: ["runner", "BatchRunner", "HTTPPipeline", "HTTPTestSupport"],
            swiftSettings: settings
        ),
    ]
)
