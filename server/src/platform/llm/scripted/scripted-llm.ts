import { watchDeadlines } from '../deadlines.ts'
import { LlmError, type LlmClient, type LlmClock, type LlmErrorCode, type LlmRequest, type LlmResult, type LlmTimeouts } from '../port.ts'
import { composeAnswer } from './scripted-answers.ts'
import type { ScriptedExample } from './scripted-examples.ts'
import { continuedFrom } from './scripted-text.ts'
import { englishSample, hostileSample, longSample, slowSample } from './scripted-samples.ts'
import { MAX_CONTEXT_TOKENS } from '../servers.ts'

/** Id of the demonstration model. */
export const DEMONSTRATION_MODEL = 'demonstration'
const HUMAN_PACE = 35
const SLOW_PACE = 10
const CUT_AFTER_WORDS = 10
const NOTHING_MORE = '\n\nMa réponse est complète\u00a0: il ne reste rien à ajouter.'

/** Answer to play: text, pace in words per second (0: as fast as possible), and ending. */
type Script = { text: string; pace: number; ending: LlmResult['finish'] | LlmErrorCode | 'never' }

/** Commands in the last user message that simulate failures and special answers. `[[lent-8]]` plays eight of the twenty seconds of the slow answer. */
const SENTINELS: Record<string, (script: Script, seconds: number) => Script> = {
  erreur: (script) => ({ ...script, text: '', ending: 'llm.unreachable' }),
  coupure: (script) => ({ ...script, text: firstWords(script.text, CUT_AFTER_WORDS), ending: 'llm.cut' }),
  lent: (script, seconds) => ({ ...script, text: firstWords(slowSample(), seconds * SLOW_PACE).trimEnd(), pace: SLOW_PACE }),
  muet: (script) => ({ ...script, text: '', ending: 'never' }),
  vide: (script) => ({ ...script, text: '', ending: 'llm.empty' }),
  tronque: (script) => ({ ...script, ending: 'length' }),
  long: (script) => ({ ...script, text: longSample() }),
  xss: (script) => ({ ...script, text: hostileSample() }),
  anglais: (script) => ({ ...script, text: englishSample() }),
}

const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []
const firstWords = (text: string, count: number) => wordsOf(text).slice(0, count).join('')

const scriptFor = (request: Pick<LlmRequest, 'messages' | 'purpose'>, pace: number, examples: readonly ScriptedExample[]): Script => {
  const { messages, purpose } = request
  const continued = continuedFrom(messages)
  if (continued) {
    const earlier = { messages: continued.before, purpose }
    const script = scriptFor(earlier, pace, examples)
    // A cut answer has a shortened script: its continuation comes from the longer, uncut one.
    const candidates = [script.text, composeAnswer(earlier, examples)].filter((text) => text.startsWith(continued.partial))
    const rest = candidates.map((text) => text.slice(continued.partial.length).trimEnd()).sort((a, b) => b.length - a.length)[0]
    const text = rest || NOTHING_MORE
    return { text, pace: script.pace, ending: 'stop' }
  }
  const script: Script = { text: composeAnswer(request, examples), pace, ending: 'stop' }
  // An opening has no user text: its command is in the assistant's prompt.
  const commandText =
    purpose === 'opening' ? messages.map((message) => message.content).join('\n') : (messages.findLast((message) => message.role === 'user')?.content ?? '')
  const [, sentinel = '', seconds] = /\[\[([a-z]+)(?:-(\d+))?\]\]/.exec(commandText) ?? []
  return Object.hasOwn(SENTINELS, sentinel) ? SENTINELS[sentinel]!(script, seconds === undefined ? Infinity : Number(seconds)) : script
}

/**
 * Creates the built-in demonstration model: deterministic, offline, and clearly labelled as such in its answers. It honours the port's timeouts, abort
 * signal and errors, as a model server does.
 * @param options.pace words per second, 35 by default; 0 gives one word per tick of the event loop
 * @param options.examples answers prepared for the questions that assistants suggest
 */
export const createScriptedLlm = (options: { pace?: number; timeouts: LlmTimeouts; clock: LlmClock; examples?: readonly ScriptedExample[] }): LlmClient => {
  const { timeouts, clock, pace = HUMAN_PACE, examples = [] } = options

  const complete = (request: LlmRequest): Promise<LlmResult> => {
    const { promise, resolve, reject } = Promise.withResolvers<LlmResult>()
    const script = scriptFor(request, pace, examples)
    const words = wordsOf(script.text)
    const limit = request.maxTokens ?? Infinity
    const start = clock.now()
    let sentWords = 0
    let cancelNext = () => {}

    const end = (settle: () => void) => {
      cancelNext()
      deadlines.stop()
      request.signal.removeEventListener('abort', onAbort)
      settle()
    }
    const fail = (code: LlmErrorCode) => end(() => reject(new LlmError(code, { detail: DEMONSTRATION_MODEL, afterFirstDelta: sentWords > 0 })))
    const onAbort = () => fail('llm.aborted')
    const deadlines = watchDeadlines(clock, timeouts, fail)

    const finishScript = () => {
      const ending = sentWords >= limit && sentWords < words.length ? 'length' : script.ending
      if (ending === 'never') return
      if (ending.startsWith('llm.')) return fail(ending as LlmErrorCode)
      const prompt_tokens = request.messages.reduce((sum, message) => sum + wordsOf(message.content).length, 0)
      const usage = { prompt_tokens, completion_tokens: sentWords }
      end(() => resolve({ finish: ending as LlmResult['finish'], usage, model: DEMONSTRATION_MODEL }))
    }
    const sendDue = () => {
      // Follow the clock, not the number of timer calls: a late timer sends several words at once.
      const due = script.pace === 0 ? sentWords + 1 : Math.floor(((clock.now() - start) * script.pace) / 1000)
      const until = Math.min(due, words.length, limit)
      if (until > sentWords) {
        const piece = words.slice(sentWords, until).join('')
        sentWords = until
        deadlines.delta()
        try {
          request.onDelta(piece)
        } catch (error) {
          return end(() => reject(error))
        }
        if (request.signal.aborted) return
      }
      next()
    }
    const next = () => {
      if (sentWords >= Math.min(words.length, limit)) return finishScript()
      if (script.pace === 0) {
        const turn = setImmediate(sendDue)
        cancelNext = () => clearImmediate(turn)
      } else {
        const at = start + ((sentWords + 1) * 1000) / script.pace
        cancelNext = clock.after(Math.max(1, at - clock.now()), sendDue)
      }
    }

    request.signal.addEventListener('abort', onAbort, { once: true })
    if (request.signal.aborted) onAbort()
    else next()
    return promise
  }

  return { host: null, contextTokens: () => MAX_CONTEXT_TOKENS, complete, isUp: async () => true, close: async () => {} }
}
