/** A clock that moves only by `advance`, with the interface of the server's clocks. */
export type ManualClock = {
  now(): number
  after(ms: number, run: () => void): () => void
  random(): number
  /** Advances the clock, running the timers that fall due in order. */
  advance(ms: number): void
  /** Delays of the pending timers, in milliseconds from now. */
  pending(): number[]
}

/** Creates a clock that starts on 1 January 2026, 00:00 UTC. `random` always returns 0.5. */
export const createManualClock = (): ManualClock => {
  let time = Date.UTC(2026, 0, 1)
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => time,
    random: () => 0.5,
    after: (ms, run) => {
      const timer = { at: time + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance: (ms) => {
      const until = time + ms
      for (;;) {
        const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        timers = timers.filter((timer) => timer !== due)
        time = Math.max(time, due.at)
        due.run()
      }
      time = until
    },
    pending: () => timers.map((timer) => timer.at - time).sort((a, b) => a - b),
  }
}
