import CPulse
import Glibc

/// The person's sound server: PulseAudio, or PipeWire in its place.
///
/// Everything happens on the thread that made it, in libpulse's own loop.
package final class SoundServer {
  /// What callbacks of the loop note, at an address that stays.
  private struct Notes {
    var isStopped = false
    var isLate = false
    var isDrained = false
    var sink: String?
    var isSinkKnown = false
  }

  private let loop: OpaquePointer
  private let context: OpaquePointer
  /// What ends the present wait.
  private var timer: OpaquePointer?
  private let notes = UnsafeMutablePointer<Notes>.allocate(capacity: 1)

  /// How long the server may take to answer, in microseconds.
  private static let patience: pa_usec_t = 5_000_000
  /// How much sound lies ready at the server, in milliseconds: what was sent cannot be taken back, and too little crackles.
  private static let bufferMilliseconds = 200
  /// The device that PulseAudio and PipeWire make up where there is none.
  private static let dummy = "auto_null"

  /// Connects to the server.
  ///
  /// - Throws: a sentence about why none answers.
  package init() throws(SoundError) {
    loop = pa_mainloop_new()!
    let properties = pa_proplist_new()!
    pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "notifier")
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "appointment-soon")
    context = pa_context_new_with_proplist(pa_mainloop_get_api(loop), "notifier", properties)!
    pa_proplist_free(properties)
    notes.initialize(to: Notes())
    // A server that this program started would end with it. Where a session has one, connecting starts it.
    guard pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) == 0 else { throw failure() }
    limit(SoundServer.patience)
    while pa_context_get_state(context) != PA_CONTEXT_READY {
      guard pa_context_get_state(context) != PA_CONTEXT_FAILED, turn() else { throw failure() }
    }
  }

  deinit {
    pa_context_disconnect(context)
    pa_context_unref(context)
    pa_mainloop_free(loop)
    notes.deinitialize(count: 1)
    notes.deallocate()
  }

  /// The name of the device that sounds come out of.
  ///
  /// - Throws: a sentence, where there is none but a made-up one.
  package func device() throws(SoundError) -> String {
    let operation = pa_context_get_server_info(
      context,
      { _, information, notes in
        let notes = notes!.assumingMemoryBound(to: Notes.self)
        notes.pointee.isSinkKnown = true
        notes.pointee.sink = information?.pointee.default_sink_name.map { String(cString: $0) }
      }, notes)
    guard let operation else { throw failure() }
    defer { pa_operation_unref(operation) }
    while !notes.pointee.isSinkKnown { guard turn() else { throw failure() } }
    guard let sink = notes.pointee.sink, !sink.isEmpty, sink != SoundServer.dummy else {
      throw SoundError("the sound server has no device to play on; plug one in, or turn it on")
    }
    return sink
  }

  /// Plays a stream to its end, or until the end of standard input or SIGTERM.
  ///
  /// - Parameters:
  ///   - mostSeconds: how long it may take at most, whatever the server does.
  ///   - onStart: called once the first of it is with the server.
  /// - Throws: a sentence about why it does not play, or no longer.
  package func play(_ samples: SampleStream, mostSeconds: Int, onStart: () -> Void) throws(SoundError) {
    let stream = try open(samples)
    defer {
      pa_stream_disconnect(stream)
      pa_stream_unref(stream)
    }
    limit(pa_usec_t(mostSeconds + 5) * 1_000_000)
    try listen()
    var (hasStarted, hasEnded) = (false, false)
    while !notes.pointee.isStopped, !hasEnded {
      let bytes = pa_stream_writable_size(stream)
      let frames = bytes == Int.max || bytes < 0 ? 0 : bytes / (samples.channels * MemoryLayout<Float>.size)
      if frames > 0 {
        let next = samples.next(frames)
        hasEnded = next.isEmpty
        guard
          hasEnded
            || pa_stream_write(stream, next, next.count * MemoryLayout<Float>.size, nil, 0, PA_SEEK_RELATIVE) == 0
        else { throw failure() }
        if !hasStarted {
          hasStarted = true
          onStart()
        }
        continue
      }
      guard turn(), pa_stream_get_state(stream) == PA_STREAM_READY else { throw failure() }
    }
    guard !notes.pointee.isStopped else { return }
    guard
      let drain = pa_stream_drain(
        stream,
        { _, _, notes in
          notes!.assumingMemoryBound(to: Notes.self).pointee.isDrained = true
        }, notes)
    else { throw failure() }
    defer { pa_operation_unref(drain) }
    while !notes.pointee.isDrained, !notes.pointee.isStopped {
      guard turn(), pa_stream_get_state(stream) == PA_STREAM_READY else { throw failure() }
    }
  }

  private func open(_ samples: SampleStream) throws(SoundError) -> OpaquePointer {
    var format = pa_sample_spec(
      format: PA_SAMPLE_FLOAT32LE, rate: UInt32(samples.rate), channels: UInt8(samples.channels))
    let properties = pa_proplist_new()!
    defer { pa_proplist_free(properties) }
    // Sound servers keep the sounds of events out of the way of calls; an alarm is none of those.
    pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "alarm")
    guard let stream = pa_stream_new_with_proplist(context, "alarm", &format, nil, properties) else { throw failure() }
    var buffer = pa_buffer_attr()
    buffer.maxlength = .max
    buffer.prebuf = .max
    buffer.minreq = .max
    buffer.fragsize = .max
    buffer.tlength = UInt32(
      samples.rate * samples.channels * MemoryLayout<Float>.size * SoundServer.bufferMilliseconds / 1000)
    guard pa_stream_connect_playback(stream, nil, &buffer, PA_STREAM_ADJUST_LATENCY, nil, nil) == 0 else {
      pa_stream_unref(stream)
      throw failure()
    }
    while pa_stream_get_state(stream) != PA_STREAM_READY {
      guard pa_stream_get_state(stream) != PA_STREAM_FAILED, turn() else {
        pa_stream_unref(stream)
        throw failure()
      }
    }
    return stream
  }

  /// Has the end of standard input and SIGTERM end the play.
  private func listen() throws(SoundError) {
    let api = pa_mainloop_get_api(loop)!
    guard pa_signal_init(api) == 0 else { throw failure() }
    pa_signal_new(
      SIGTERM, { _, _, _, notes in notes!.assumingMemoryBound(to: Notes.self).pointee.isStopped = true }, notes)
    _ = api.pointee.io_new(
      api, STDIN_FILENO, PA_IO_EVENT_INPUT,
      { api, event, descriptor, _, notes in
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        guard count <= 0, !(count < 0 && (errno == EINTR || errno == EAGAIN)) else { return }
        api!.pointee.io_free(event)
        notes!.assumingMemoryBound(to: Notes.self).pointee.isStopped = true
      }, notes)
  }

  /// Has ``turn()`` fail after so many microseconds from now, in place of what was said before.
  private func limit(_ span: pa_usec_t) {
    if let timer { pa_mainloop_get_api(loop).pointee.time_free(timer) }
    timer = pa_context_rttime_new(
      context, pa_rtclock_now() + span,
      { _, _, _, notes in notes!.assumingMemoryBound(to: Notes.self).pointee.isLate = true }, notes)
  }

  /// Waits for something to happen; whether the server is still there and in time.
  private func turn() -> Bool {
    pa_mainloop_iterate(loop, 1, nil) >= 0 && !notes.pointee.isLate
  }

  private func failure() -> SoundError {
    if notes.pointee.isLate { return SoundError("the sound server does not answer in time; restart it") }
    let reason = String(cString: pa_strerror(pa_context_errno(context)))
    return SoundError(
      "no sound server plays: \(reason); start PipeWire (with pipewire-pulse) or PulseAudio in your session")
  }
}
