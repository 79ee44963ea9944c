import type { TokenizerExtension, TokenizerObject, Tokens } from 'marked'
import { formulaAt } from '../formulas/find-formula.ts'
import { formulaTokens } from '../formulas/formula-tokens.ts'
import { readTable, tableToken } from './tables.ts'

const displayedFormula = /\n {0,3}(?:\\\[|\$\$|\\begin\{)/

/** Block rule for a formula on its own lines. Its token has its own type, because the parser merges consecutive paragraphs. */
const formula: TokenizerExtension = {
  name: 'displayedFormula',
  level: 'block',
  start(source) {
    if (!source.includes('\\[') && !source.includes('$$') && !source.includes('\\begin{')) return undefined
    const match = displayedFormula.exec(source)
    return match === null ? undefined : match.index + 1
  },
  tokenizer(source): Tokens.Generic | undefined {
    const indent = /^ {0,3}(?=\\\[|\$\$|\\begin\{)/.exec(source)?.[0]
    if (indent === undefined) return undefined
    const found = formulaAt(source, indent.length)
    if (found === null) return undefined
    const after = /^[ \t]*([.,;]?)[ \t]*(?:\n|$)/.exec(source.slice(indent.length + found.raw.length))
    if (after === null) return undefined
    const raw = indent + found.raw + after[0]
    const sign = after[1]!
    const end = sign === '' ? [] : [{ type: 'escape', raw: sign, text: sign }]
    return { type: 'displayedFormula', raw, text: found.raw, tokens: [...formulaTokens(found), ...end] }
  },
}

/** Changes to the blocks of Markdown, for texts written by models. */
const tokenizer: TokenizerObject = {
  // No code by indentation: letters have indented addresses and signatures, and code has fences.
  code: () => undefined,
  // Dashes below a line are a rule. Only `=` below a single line makes a heading.
  lheading(source) {
    const match = /^ {0,3}(\S[^\n]*)\n {0,3}=+[ \t]*(?:\n+|$)/.exec(source)
    if (match === null || source.startsWith('|')) return undefined
    return { type: 'heading', raw: match[0], depth: 1, text: match[1]!, tokens: this.lexer.inline(match[1]!) }
  },
  table(source) {
    const found = readTable(source)
    return found === null ? undefined : tableToken(found, (text) => this.lexer.inline(text))
  },
  paragraph(source) {
    const match = this.rules.block.paragraph.exec(source)
    if (match === null) return undefined
    const text = match[1]!.replace(/^[ \t]+|\n$/g, '')
    return { type: 'paragraph', pre: false, raw: match[0], text, tokens: this.lexer.inline(text) }
  },
}

export const blockRules = { formula, tokenizer }

/** Whether the items of a list are numbered « 1) » rather than « 1. ». */
export const hasParentheses = ({ items }: Tokens.List): boolean => /^\s*\d{1,9}\)/.test(items[0]?.raw ?? '')

/** Numbers of the items of a list, as written. A list that repeats one number is numbered one by one from it. */
export function itemNumbers({ items, start }: Tokens.List): number[] {
  const first = typeof start === 'number' ? start : 1
  const writtenNumbers = items.map(({ raw }) => /^\s*(\d{1,9})[.)]/.exec(raw)?.[1])
  const isCounted = writtenNumbers.some((number) => number !== writtenNumbers[0])
  return writtenNumbers.map((number, index) => (isCounted && number !== undefined ? Number(number) : first + index))
}
