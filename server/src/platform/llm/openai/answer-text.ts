/** Names of the tags in which models write their reasoning, with or without a namespace (`mm:`, `seed:`) and attributes. */
const REASONING_NAMES =
  'think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|inner_monologue|longcat_think|raisonnement|réflexion|pensée|pensées'
/**
 * Marks that open the reasoning written before an answer, by models whose server has no reasoning parser (vLLM, llama.cpp, Ollama without options). Each
 * comes with the pattern of its closing mark. Matched without case.
 */
const REASONING_MARKS: readonly (readonly [opening: RegExp, closing: (name: string) => RegExp])[] = [
  // Qwen and DeepSeek, MiniMax, Seed, LongCat, and other models whose prompt asks for such tags.
  [new RegExp(`^<((?:[a-z][\\w.-]{0,19}:)?(?:${REASONING_NAMES}))(?:\\s[^<>]{0,200})?>`, 'i'), (name) => new RegExp(`</${name}\\s{0,9}>`, 'i')],
  [/^\[(think)\]/i, () => /\[\/think\]/i], // Magistral
  [/^◁(think)▷/i, () => /◁\/think▷/i], // Kimi
  [/^<\|(think|thinking|reasoning)\|>/i, (name) => new RegExp(String.raw`<\|/${name}\|>`, 'i')],
  [/^<\|((?:begin|start)_of_(?:thought|thinking))\|>/i, () => /<\|end_of_(?:thought|thinking)\|>/i], // OpenThinker
  [/^<\|(start_thinking)\|>/i, () => /<\|end_thinking\|>/i], // Command
  [/^<\|(channel)>/i, () => /<channel\|>/i], // Gemma
  // The harmony format of gpt-oss: only the final channel is the answer.
  [/^<\|(channel|start)\|>/i, () => /final<\|message\|>/i],
]
/** Matches a text that may become an opening mark once more of it has arrived. */
const MARK_BEGUN = new RegExp(
  [
    String.raw`<(?:[a-zéè][\wéè.-]{0,19}(?::[\wéè.-]{0,19})?(?:\s[^<>]{0,200})?)?`,
    String.raw`<\|[a-z_]{0,20}\|?`,
    String.raw`\[[a-z]{0,5}`,
    String.raw`◁[a-z]{0,5}`,
  ]
    .map((begun) => `^${begun}$`)
    .join('|'),
  'i',
)
/** Maximum lengths of an opening and of a closing mark, in characters. */
const MAX_OPENING = 250
const MAX_CLOSING = 60
/** Maximum white space before a reasoning mark, in characters. */
const MAX_LEADING_SPACE = 200

/**
 * Creates a filter that removes the reasoning at the beginning of an answer, as if it had come in `reasoning_content`, and the white space after it. Later
 * marks are text, since an answer may be about them. One filter per stream; once the answer has begun, a chunk costs one comparison.
 */
export const withoutReasoning = () => {
  /** Text that may be the beginning of a mark, with the white space before it. */
  let pending = ''
  /** Pattern of the mark that closes the current reasoning. */
  let closing: RegExp | null = null
  let hasReasoned = false
  let isAnswering = false

  const rest = (): string => {
    const answer = closing === null ? pending : ''
    pending = ''
    return answer
  }

  const answerFrom = (): string => {
    isAnswering = true
    return rest()
  }

  const begin = (text: string): string => {
    pending += text
    for (;;) {
      if (closing !== null) {
        const end = closing.exec(pending)
        if (end === null) {
          pending = pending.slice(-MAX_CLOSING)
          return ''
        }
        pending = pending.slice(end.index + end[0].length)
        closing = null
        hasReasoned = true
      }
      const words = pending.trimStart()
      if (hasReasoned) pending = words
      if (pending.length - words.length > MAX_LEADING_SPACE) return answerFrom()
      const start = words.slice(0, MAX_OPENING)
      const marks = REASONING_MARKS.find(([opening]) => opening.test(start))
      if (marks === undefined) return start === '' || MARK_BEGUN.test(start) ? '' : answerFrom()
      const [mark, name] = marks[0].exec(start)!
      closing = marks[1](name!)
      pending = words.slice(mark.length)
    }
  }

  return {
    /** Returns the part of the next chunk that belongs to the answer. */
    next: (text: string): string => (isAnswering || text === '' ? text : begin(text)),
    /** Returns the pending text that belongs to the answer, at the end of the stream. */
    rest,
  }
}

/** Tokens that end a turn, which misconfigured servers send as text. Those between bars (`<|im_end|>`) have their own pattern. */
const END_TOKENS = [
  '</s>', // Mistral, Llama 2
  '[/inst]',
  '[inst]',
  '[eos]',
  '<end_of_turn>', // Gemma
  '<start_of_turn>',
  '<turn|>',
  '<eos>',
  '<pad>',
]
const BARRED_TOKEN = String.raw`<[|｜][\w▁/-]{1,40}[|｜]>`
/** Beginning of the next turn, written by a model that does not stop, with all or part of the role's name. */
const NEXT_TURN = String.raw`<(?:[|｜](?:im_start|start_header_id|start)[|｜]|start_of_turn)>[a-z]{1,9}(?:<[|｜]end_header_id[|｜]>)?`
const NAMED_TOKENS = END_TOKENS.map((token) => token.replace(/[|[\]/]/g, String.raw`\$&`)).join('|')
/** End tokens and the white space after them, up to the end of the text. */
const ENDING = new RegExp(`(?:(?:${NEXT_TURN}|${BARRED_TOKEN}|${NAMED_TOKENS})\\s*)+$`, 'i')
const BARRED_TOKEN_BEGUN = /^<[|｜][\w▁/-]{0,40}[|｜]?$/
const STRIKE_TAG = '<s>'

/**
 * Creates a filter that removes the end tokens at the very end of an answer. A text with an end token is withheld until more text follows, since an answer
 * may be about such tokens. `</s>` is also the end tag of struck-through text: after `<s>` it is text.
 */
export const withoutEndTokens = () => {
  let pending = ''
  let hasStrikeTag = false

  const next = (text: string): string => {
    if (pending === '' && !text.includes('<') && !text.includes('[')) return text
    const all = pending + text
    hasStrikeTag ||= all.includes(STRIKE_TAG)
    const start = endingStart(all)
    pending = all.slice(start)
    return all.slice(0, start)
  }

  /** Returns the index from which `text` may only be end tokens: whole ones, possibly followed by the beginning of another. */
  const endingStart = (text: string): number => {
    const open = Math.max(text.lastIndexOf('<'), text.lastIndexOf('['))
    const last = text.slice(open).toLowerCase()
    const mayBecome = (token: string) => token.length > last.length && token.startsWith(last)
    const isPartial = open !== -1 && (BARRED_TOKEN_BEGUN.test(last) || mayBecome(STRIKE_TAG) || END_TOKENS.some(mayBecome))
    const complete = isPartial ? text.slice(0, open) : text
    return endOf(complete) ?? complete.length
  }

  const endOf = (text: string): number | undefined => {
    const ending = ENDING.exec(text.slice(-1_000))
    if (ending === null || (hasStrikeTag && ending[0].toLowerCase().includes('</s>'))) return undefined
    return Math.max(0, text.length - 1_000) + ending.index
  }

  return {
    next,
    /** Returns the pending text without end tokens, at the end of the stream. */
    rest: (): string => {
      const text = pending
      pending = ''
      return text.slice(0, endOf(text) ?? text.length)
    },
  }
}
