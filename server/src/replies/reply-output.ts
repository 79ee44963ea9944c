import type { Source } from '@parvis/contract'
import { addUsed, usedNothing, type Used } from './count-used.ts'
import type { LlmResult } from '../platform/llm/port.ts'
import type { ReadingProgress } from '../platform/db/schema/conversations.ts'
import type { Run, RunsDeps } from './reply-runs.ts'
import { holdMore } from './reply-use.ts'
import { saveProgress } from './reply-store.ts'

/** Format of a reply's stream: the text alone, or all events. */
export type StreamKind = 'text' | 'events'

type Usage = NonNullable<LlmResult['usage']>

/** Output channel of a `ReplyWriter`. */
export type ReplyOutput = {
  /** Appends text to the reply. */
  delta(text: string): void
  /** Number of parts read so far. Only before the first text; settles once saved. A failed save is only logged. */
  progress(state: { done: number; total: number }): Promise<void>
  /** Sets the sources cited by the reply. The last call wins; they are sent to readers after the text. */
  cite(sources: Source[]): void
  /** Reserves `tokens` of the person's quota while the reply runs, so that concurrent replies count them. Never rejects. */
  hold(tokens: number): Promise<void>
  /** Adds the tokens used by one model call; `isCut` for one that failed. */
  spent(used: Used, isCut: boolean): void
}

/** Writes a whole reply with several model calls. Resolves with their total usage; rejects when a call does. */
export type ReplyWriter = (out: ReplyOutput, signal: AbortSignal) => Promise<LlmResult>

/** Output of one reply, with the sources and the usage reported so far, which count however the reply ends. */
export type WrittenOutput = ReplyOutput & { sources(): Source[]; /** Null if one call was not counted. */ usage(): Usage | null; used(): Used }

export function createOutput(deps: RunsDeps, run: Run, delta: ReplyOutput['delta']): WrittenOutput {
  let sources: Source[] = []
  let usage: Usage | null = null
  let used = usedNothing
  let isUncounted = false
  let saving = Promise.resolve()
  const save = async (progress: ReadingProgress) => {
    if (run.message_id === null) return
    await saveProgress(deps.db, run.message_id, progress, usage).catch(() => deps.log.warn({ stream_id: run.stream_id }, 'progress not saved'))
  }
  return {
    delta,
    progress(state) {
      run.log.add({ type: 'progress', ...state })
      const progress = { ...state, events: run.log.lastId(), prefix: run.prefix?.length ?? 0 }
      saving = saving.then(() => save(progress))
      return saving
    },
    async hold(tokens) {
      if (run.place === undefined) return
      await holdMore(deps.db, run.place.entry, tokens).catch(() => deps.log.warn({ stream_id: run.stream_id }, 'what a reading holds was not noted'))
    },
    cite(named) {
      sources = named
    },
    spent(more, isCut) {
      used = addUsed(used, more)
      if (isCut) return
      const isCounted = more.estimated_tokens === 0
      isUncounted ||= !isCounted
      usage = {
        prompt_tokens: (usage?.prompt_tokens ?? 0) + (isCounted ? more.prompt_tokens : 0),
        completion_tokens: (usage?.completion_tokens ?? 0) + (isCounted ? more.completion_tokens : 0),
      }
    },
    sources: () => sources,
    usage: () => (isUncounted ? null : usage),
    used: () => used,
  }
}
