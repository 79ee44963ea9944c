import type { Tokens } from 'marked'
import type { FoundFormula } from './find-formula.ts'
import { readFormula } from './read-formula.ts'

const literal = (text: string): Tokens.Generic => ({ type: 'escape', raw: text, text })

/** A formula as tokens: its characters, raised and lowered ones apart. One outside the subset is its source, unchanged, with its lines. */
export function formulaTokens({ raw, source }: FoundFormula): Tokens.Generic[] {
  const parts = readFormula(source)
  if (parts === null) return raw.split('\n').flatMap((one, at) => (at === 0 ? [literal(one)] : [{ type: 'br', raw: '\n' }, literal(one)]))
  return parts.map((part): Tokens.Generic => {
    if (part === 'break') return { type: 'br', raw: '\n' }
    if (part.level === 'line') return literal(part.text)
    return { type: 'markedText', raw: part.text, mark: part.level, tokens: [literal(part.text)] }
  })
}
