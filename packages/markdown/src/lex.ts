import { Lexer, Marked, type MarkedToken, type TokenizerAndRendererExtension } from 'marked'
import type { LinkDefinition } from './definitions.ts'

export type { Tokens } from 'marked'

/** `[^label]` */
export interface NoteToken {
  type: 'note'
  raw: string
  label: string
}

/** `[1]` or `[1, 2]` */
export interface CitationToken {
  type: 'citation'
  raw: string
  numbers: number[]
}

export type MarkdownToken = MarkedToken | NoteToken | CitationToken

const start = (source: string) => {
  const at = source.indexOf('[')
  return at === -1 ? undefined : at
}

const note: TokenizerAndRendererExtension = {
  name: 'note',
  level: 'inline',
  start,
  tokenizer(source) {
    const found = /^\[\^([^\]\s]{1,40})\]/.exec(source)
    return found ? { type: 'note', raw: found[0], label: found[1] } : undefined
  },
}

const citation: TokenizerAndRendererExtension = {
  name: 'citation',
  level: 'inline',
  start,
  tokenizer(source) {
    const found = /^\[(\d{1,5}(?:[,;]\s?\d{1,5})*)\](?![(:])/.exec(source)
    return found ? { type: 'citation', raw: found[0], numbers: found[1]!.split(/[,;]/).map(Number) } : undefined
  },
}

const plain = new Marked({ gfm: true, extensions: [note] })
const cited = new Marked({ gfm: true, extensions: [note, citation] })

/** Tokens of one piece of text. `links` are the definitions of the whole text. */
export function lexSegment(text: string, links: Readonly<Record<string, LinkDefinition>>, hasCitations: boolean): MarkdownToken[] {
  const lexer = new Lexer((hasCitations ? cited : plain).defaults)
  Object.assign(lexer.tokens.links, links)
  return lexer.lex(text) as MarkdownToken[]
}
