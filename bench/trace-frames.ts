/** An event of a Chromium trace. Times in microseconds; `tdur` is processor time. */
export type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number; args?: { name?: string } }

/** Work of the main thread between two frames, in milliseconds of processor time, so that other programs are not counted. */
export type TraceFrame = {
  script: number
  rendering: number
  /** Start of the next frame, in microseconds of the trace. */
  end: number
}

const script = new Set([
  'EvaluateScript',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'FireAnimationFrame',
  'FireIdleCallback',
  'EventDispatch',
  'v8.callFunction',
  'v8.run',
  'MajorGC',
  'MinorGC',
])
const rendering = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'HitTest'])

/** Returns the frames of the page that ran the most script. Frames without script are left out: a pause of the model is not a fast frame. */
export function framesOf(events: readonly TraceEvent[]): TraceFrame[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const threads = mains.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid))
  const weight = (thread: readonly TraceEvent[]) => outermost(thread, script).reduce((sum, { dur }) => sum + dur!, 0)
  const main = threads.toSorted((a, b) => weight(b) - weight(a))[0] ?? []
  const begins = main.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts)
  const edges = begins.toSorted((a, b) => a - b)
  const scripts = inFrames(edges, outermost(main, script))
  const renderings = inFrames(edges, outermost(main, rendering))
  return scripts.map((ms, at) => ({ script: ms, rendering: renderings[at]!, end: edges[at + 1]! })).filter((frame) => frame.script > 0)
}

/** Returns the outermost events of these names, in order. */
function outermost(thread: readonly TraceEvent[], names: ReadonlySet<string>): TraceEvent[] {
  const wanted = thread.filter(({ name, dur }) => dur !== undefined && names.has(name)).toSorted((a, b) => a.ts - b.ts || b.dur! - a.dur!)
  let end = 0
  return wanted.filter(({ ts, dur }) => {
    const isInside = ts < end
    end = Math.max(end, ts + dur!)
    return !isInside
  })
}

/** Milliseconds of work between each frame and the next. No work of a thread spans the start of a frame. */
function inFrames(edges: readonly number[], work: readonly TraceEvent[]): number[] {
  const sums = edges.slice(1).map(() => 0)
  let frame = 0
  for (const { ts, dur, tdur } of work) {
    while (frame < sums.length && edges[frame + 1]! <= ts) frame += 1
    if (frame < sums.length && ts >= edges[frame]!) sums[frame]! += (tdur ?? dur!) / 1_000
  }
  return sums
}
