import type { Source } from '@parvis/contract'
import { addUsed, usedNothing, type Used } from './count-used.ts'
import type { LlmResult } from '../platform/llm/port.ts'
import type { ReadingProgress } from '../platform/db/schema/conversations.ts'
import type { Run, RunsDeps } from './reply-runs.ts'
import { holdMore } from './reply-use.ts'
import { saveProgress } from './reply-store.ts'

/** How a reader takes a reply: its words alone, or everything that happens. */
export type StreamKind = 'text' | 'events'

type Usage = NonNullable<LlmResult['usage']>

/** What the writer of a reply tells while it works. */
export type ReplyOutput = {
  /** The next words of the reply. */
  delta(text: string): void
  /** Parts read so far. Before the first word only; settles once it is kept. */
  progress(state: { done: number; total: number }): Promise<void>
  /** The sources that the reply names; the last call counts, readers get them behind the text. */
  cite(sources: Source[]): void
  /** Tokens that all its calls may use, once that is known: others who begin on the same limit count with them. Never rejects. */
  hold(tokens: number): Promise<void>
  /** What one call of the model used; `isCut` for one that failed. */
  spent(used: Used, isCut: boolean): void
}

/** Writes a whole reply by calls of the model of its own; rejects as they do. The usage it answers is that of all of them. */
export type ReplyWriter = (out: ReplyOutput, signal: AbortSignal) => Promise<LlmResult>

/** The output of one run, and what was told through it, which counts however the run ends. */
export type WrittenOutput = ReplyOutput & { sources(): Source[]; /** Null where a call was not counted. */ usage(): Usage | null; used(): Used }

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
