// swift-tools-version: 6.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "notifier",
  products: [
    .library(name: "Workdays", targets: ["Workdays"]),
    .executable(name: "notifierd", targets: ["notifierd"]),
    .executable(name: "notifierctl", targets: ["notifierctl"]),
    .executable(name: "notifier-calendars", targets: ["notifier-calendars"]),
    .executable(name: "notifier-sound", targets: ["notifier-sound"]),
  ],
  targets: [
    // Debian's C libraries.
    .systemLibrary(name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CLibExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CLibICal", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
    .systemLibrary(name: "CLibNotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"])]),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CPulse", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Of glibc, but not of Swift's module for it.
    .systemLibrary(name: "CClock"),
    .systemLibrary(name: "CProcess"),

    // Holidays beyond China, as text: C compiles it at once, where Swift would take long.
    .target(name: "CHolidayData"),
    // Translations, as po/zh_CN.po has them.
    .target(name: "CMessageData"),

    // Modules, lowest first; each only looks down.
    .target(name: "Workdays"),
    .target(name: "Concurrency"),
    .target(name: "Alarms", dependencies: ["Workdays", "CHolidayData", "CLibYAML", "CMessageData", "CProcess"]),
    .target(name: "Journal", dependencies: ["Alarms", "Concurrency", "Workdays", "CSQLite"]),
    .target(name: "Scheduler", dependencies: ["Alarms", "Concurrency", "Journal", "Workdays", "CClock"]),
    .target(name: "HTTP", dependencies: ["Concurrency", "Workdays", "CLibCurl"]),
    .target(name: "Delivery", dependencies: ["Alarms", "Concurrency", "HTTP", "Workdays", "CLibNotify", "CProcess"]),
    .target(name: "Calendars", dependencies: ["Alarms", "HTTP", "Workdays", "CLibExpat", "CLibICal"]),
    .target(name: "Sounds", dependencies: ["Alarms", "CPulse", "CSndFile"]),
    .target(name: "Control", dependencies: ["Alarms", "Concurrency", "Workdays"]),

    // Programs.
    .executableTarget(
      name: "notifierd",
      dependencies: ["Alarms", "Control", "Delivery", "Concurrency", "HTTP", "Journal", "Scheduler", "Workdays"]),
    .executableTarget(
      name: "notifierctl",
      dependencies: ["Alarms", "Concurrency", "Control", "Journal", "Scheduler", "Workdays", "CClock"]),
    .executableTarget(
      name: "notifier-calendars", dependencies: ["Alarms", "Calendars", "Concurrency", "HTTP", "Workdays"]),
    .executableTarget(name: "notifier-sound", dependencies: ["Alarms", "Sounds"]),

    // Tests.
    .testTarget(
      name: "AlarmsTests", dependencies: ["Alarms", "TestSupport", "Workdays"], exclude: ["Vectors"]),
    .executableTarget(
      name: "journal-writer", dependencies: ["Alarms", "Journal", "Workdays"], path: "Tests/JournalWriter"),
    .testTarget(
      name: "CalendarsTests",
      dependencies: [
        "Alarms", "Calendars", "CLibICal", "Concurrency", "HTTP", "TestSupport", "Workdays", "notifier-calendars",
      ],
      exclude: ["Vectors"]),
    .testTarget(name: "ControlTests", dependencies: ["Alarms", "Concurrency", "Control", "TestSupport", "Workdays"]),
    .testTarget(name: "DocumentationTests", dependencies: ["Alarms", "TestSupport", "notifierctl"]),
    .testTarget(
      name: "JournalTests",
      dependencies: ["Alarms", "Concurrency", "Journal", "TestSupport", "Workdays", "journal-writer"],
      exclude: ["Fixtures"]),
    .target(name: "TestSupport", dependencies: ["Alarms", "Concurrency", "Workdays"], path: "Tests/TestSupport"),
    .testTarget(
      name: "DeliveryTests", dependencies: ["Alarms", "Concurrency", "Delivery", "HTTP", "TestSupport", "Workdays"],
      resources: [.copy("Vectors")]),
    .testTarget(
      name: "SchedulerTests",
      dependencies: ["Alarms", "Concurrency", "Journal", "Scheduler", "TestSupport", "Workdays"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Alarms", "Concurrency", "Control", "TestSupport", "Workdays", "notifierd", "notifierctl", "notifier-sound",
      ],
      exclude: ["Vectors"]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "TestSupport"]),
    .testTarget(
      name: "SoundsTests", dependencies: ["Alarms", "Sounds", "TestSupport", "notifier-sound"]),
    .testTarget(name: "WorkdaysTests", dependencies: ["TestSupport", "Workdays"], exclude: ["Vectors"]),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzz program links libFuzzer and is built by contrib/fuzz/run.py alone.
if Context.environment["NOTIFIER_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "contrib/fuzz/CLibFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["Alarms", "Calendars", "CLibFuzzer", "Workdays"], path: "contrib/fuzz/driver"),
  ]
}

// Measured by contrib/bench/planner.py alone.
if Context.environment["NOTIFIER_BENCH"] != nil {
  package.targets.append(
    .executableTarget(name: "planner-bench", dependencies: ["Alarms", "Workdays"], path: "contrib/bench/planner"))
}

for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}
