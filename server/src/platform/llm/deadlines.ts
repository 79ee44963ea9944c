import type { LlmClock, LlmErrorCode, LlmTimeouts } from './port.ts'

type Expiry = Extract<LlmErrorCode, 'llm.first_token_timeout' | 'llm.idle_timeout' | 'llm.total_timeout'>

export type Deadlines = {
  /** Records that the model is working (reasoning, for example) without giving text yet. */
  alive(): void
  /** Records a text chunk. It only reads the clock, as it is called for every token. */
  delta(): void
  stop(): void
}

/**
 * Enforces the three timeouts of a completion (first token, idle, total) with a single timer. The timer checks the last sign of life when it fires, rather
 * than being reset at each token.
 */
export const watchDeadlines = (clock: LlmClock, timeouts: LlmTimeouts, onExpired: (code: Expiry) => void): Deadlines => {
  const totalDeadline = clock.now() + timeouts.totalMs
  let lastSign = clock.now()
  let hasStarted = false
  let cancel = () => {}

  const arm = () => {
    const silenceDeadline = lastSign + (hasStarted ? timeouts.idleMs : timeouts.firstTokenMs)
    const wait = Math.min(silenceDeadline, totalDeadline) - clock.now()
    if (wait > 0) cancel = clock.after(wait, arm)
    else if (totalDeadline <= silenceDeadline) onExpired('llm.total_timeout')
    else onExpired(hasStarted ? 'llm.idle_timeout' : 'llm.first_token_timeout')
  }
  arm()

  return {
    alive: () => {
      lastSign = clock.now()
    },
    delta: () => {
      lastSign = clock.now()
      if (hasStarted) return
      hasStarted = true
      cancel()
      arm()
    },
    stop: () => cancel(),
  }
}
