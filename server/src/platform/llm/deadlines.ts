import type { LlmClock, LlmErrorCode, LlmTimeouts } from './port.ts'

type Expiry = Extract<LlmErrorCode, 'llm.first_token_timeout' | 'llm.idle_timeout' | 'llm.total_timeout'>

export type Deadlines = {
  /** The model works (reasoning, for example) without having given text yet. */
  alive(): void
  /** A piece of text arrived. Costs one reading of the clock: it is called for every token. */
  delta(): void
  stop(): void
}

/**
 * Watches the three time-outs of one completion with a single timer, which looks at the last sign
 * of life when it fires instead of being moved at each token.
 */
export const watchDeadlines = (clock: LlmClock, timeouts: LlmTimeouts, onExpired: (code: Expiry) => void): Deadlines => {
  const lastInstant = clock.now() + timeouts.totalMs
  let lastSign = clock.now()
  let speaking = false
  let cancel = () => {}

  const arm = () => {
    const silentUntil = lastSign + (speaking ? timeouts.idleMs : timeouts.firstTokenMs)
    const wait = Math.min(silentUntil, lastInstant) - clock.now()
    if (wait > 0) cancel = clock.after(wait, arm)
    else if (lastInstant <= silentUntil) onExpired('llm.total_timeout')
    else onExpired(speaking ? 'llm.idle_timeout' : 'llm.first_token_timeout')
  }
  arm()

  return {
    alive: () => {
      lastSign = clock.now()
    },
    delta: () => {
      lastSign = clock.now()
      if (speaking) return
      speaking = true
      cancel()
      arm()
    },
    stop: () => cancel(),
  }
}
