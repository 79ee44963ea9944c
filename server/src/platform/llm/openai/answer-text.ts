/**
 * Marks around the reasoning that a model writes before its answer, where its server has no reasoning parser (vLLM,
 * llama.cpp, Ollama without options). Compared without case.
 */
const REASONING_MARKS: readonly (readonly [opening: string, closing: string])[] = [
  // Qwen and DeepSeek, MiniMax, Seed, LongCat, and what prompts ask of other models.
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'mm:think', 'seed:think', 'longcat_think'].map(
    (name) => [`<${name}>`, `</${name}>`] as const,
  ),
  ['[think]', '[/think]'], // Magistral
  ['◁think▷', '◁/think▷'], // Kimi
  ['<|begin_of_thought|>', '<|end_of_thought|>'], // OpenThinker
  ['<|start_thinking|>', '<|end_thinking|>'], // Command
  // The harmony format of gpt-oss: only the final channel is the answer.
  ['<|channel|>', 'final<|message|>'],
  ['<|start|>', 'final<|message|>'],
]
/** White space, in characters, that may stand before a reasoning mark. */
const MAX_LEADING_SPACE = 200

/**
 * Removes the reasoning that begins an answer, as if it had come in `reasoning_content`, and the white space after it.
 * Marks further on are text: an answer may speak of them. One reader for each stream; once the answer has begun, a piece
 * costs one comparison.
 */
export const withoutReasoning = () => {
  /** Text that may be the beginning of a mark, with the white space before it. */
  let pending = ''
  /** The mark that ends the reasoning under way. */
  let closing = ''
  let hasReasoned = false
  let isAnswering = false

  const rest = (): string => {
    const answer = closing === '' ? pending : ''
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
      if (closing !== '') {
        const end = pending.toLowerCase().indexOf(closing)
        if (end === -1) {
          pending = pending.slice(1 - closing.length)
          return ''
        }
        pending = pending.slice(end + closing.length)
        closing = ''
        hasReasoned = true
      }
      const words = pending.trimStart()
      if (hasReasoned) pending = words
      if (pending.length - words.length > MAX_LEADING_SPACE) return answerFrom()
      const start = words.slice(0, 30).toLowerCase()
      const marks = REASONING_MARKS.find(([opening]) => start.startsWith(opening))
      if (marks === undefined) return REASONING_MARKS.some(([opening]) => opening.startsWith(start)) ? '' : answerFrom()
      closing = marks[1]
      pending = words.slice(marks[0].length)
    }
  }

  return {
    /** Returns the part of the next piece that belongs to the answer. */
    next: (text: string): string => (isAnswering || text === '' ? text : begin(text)),
    /** Returns the pending text that belongs to the answer, at the end of the stream. */
    rest,
  }
}

/** Tokens that end a turn, which servers with a wrong template write as text. */
const END_TOKENS = [
  '</s>', // Mistral, Llama 2
  '<|im_end|>',
  '<|im_start|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|end|>',
  '<|return|>',
  '<|call|>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<|end_of_turn|>',
  '<|end_of_solution|>',
  '<|END_OF_TURN_TOKEN|>',
  '<end_of_turn>',
  '<turn|>',
  '<eos>',
  '<｜end▁of▁sentence｜>',
]
const MAX_END_TOKEN = Math.max(...END_TOKENS.map((token) => token.length))
const escaped = END_TOKENS.map((token) => token.replace(/[|\\/.]/g, String.raw`\$&`))
/** End tokens and the white space after them, up to the end of the text. */
const ENDING = new RegExp(`(?:(?:${escaped.join('|')})\\s*)+$`)
const STRIKE_TAG = '<s>'

/**
 * Removes the end tokens at the very end of an answer. Text with an end token is returned once other text follows: an
 * answer may speak of them. `</s>` is also the end tag of struck-through text: after `<s>` it is text.
 */
export const withoutEndTokens = () => {
  let pending = ''
  let hasStrikeTag = false

  const next = (text: string): string => {
    if (pending === '' && !text.includes('<')) return text
    const all = pending + text
    hasStrikeTag ||= all.includes(STRIKE_TAG)
    const start = endingStart(all)
    pending = all.slice(start)
    return all.slice(0, start)
  }

  /** Index from which `text` may only be end tokens: whole ones, then perhaps the beginning of another. */
  const endingStart = (text: string): number => {
    const open = text.lastIndexOf('<')
    const last = text.slice(open)
    const mayBecome = (token: string) => token.length > last.length && token.startsWith(last)
    const isPartial = open !== -1 && last.length < MAX_END_TOKEN && (mayBecome(STRIKE_TAG) || END_TOKENS.some(mayBecome))
    const complete = isPartial ? text.slice(0, open) : text
    return endOf(complete) ?? complete.length
  }

  const endOf = (text: string): number | undefined => {
    const ending = ENDING.exec(text.slice(-1_000))
    if (ending === null || (hasStrikeTag && ending[0].includes('</s>'))) return undefined
    return Math.max(0, text.length - 1_000) + ending.index
  }

  return {
    next,
    /** Returns the pending text that is no end token, at the end of the stream. */
    rest: (): string => {
      const text = pending
      pending = ''
      return text.slice(0, endOf(text) ?? text.length)
    },
  }
}
