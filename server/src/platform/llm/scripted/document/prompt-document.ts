import type { LlmMessage } from '../../port.ts'

/** Block of the written document in a prompt: the number by which a reply names it, and its Markdown. */
export type NumberedBlock = { number: number; markdown: string }

/** Written document in a prompt. */
export type PromptDocument = {
  title: string
  /** Kind in French: « délibération », « courrier »… */
  kind: string
  blocks: readonly NumberedBlock[]
  /** Numbers of the selected blocks; null without a selection. */
  selected: ReadonlySet<number> | null
}

const SECTION = /^## Document en cours de rédaction\n\nTitre : (.*)\. Nature : ([^.\n]{1,40})\. Il (?:est vide|a \d)/m
const SELECTION = /^La personne a sélectionné ([^\n]*) : ne changez rien d’autre\.$/m
const FENCED = /^(`{3,})\n([^]*?)\n\1$/m
const BLOCK = /^¶(\d{1,6})(?:\s([^]*))?$/

/** Reads the document that a conversation writes in the system message of its prompt; null without any. */
export const readPromptDocument = (messages: readonly LlmMessage[]): PromptDocument | null => {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const section = SECTION.exec(system)
  if (section === null) return null
  const below = system.slice(section.index)
  const fenced = FENCED.exec(below)?.[2] ?? ''
  const selection = SELECTION.exec(below.slice(0, below.indexOf('```')))?.[1]
  return {
    title: section[1]!,
    kind: section[2]!,
    blocks: fenced.split(/\n\n(?=¶\d{1,6}(?:\s|$))/).flatMap((part) => {
      const block = BLOCK.exec(part)
      return block === null ? [] : [{ number: Number(block[1]), markdown: block[2] ?? '' }]
    }),
    selected: selection === undefined ? null : numbersOf(selection),
  }
}

/** Numbers of ranges such as « ¶2, ¶4 à ¶9 ». */
const numbersOf = (ranges: string): Set<number> =>
  new Set(
    [...ranges.matchAll(/¶(\d{1,6})(?: à ¶(\d{1,6}))?/g)].flatMap(([, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at),
    ),
  )

/** Blocks that a reply may change: those selected, or all. */
export const blocksInScope = ({ blocks, selected }: PromptDocument): readonly NumberedBlock[] =>
  selected === null ? blocks : blocks.filter(({ number }) => selected.has(number))

/** Change that a reply proposes to a document. */
export type ReplyChange =
  | { kind: 'replace'; first: number; last: number; markdown: string }
  | { kind: 'insert'; after: number; markdown: string }
  | { kind: 'delete'; first: number; last: number }

/** Reply about a document: a sentence to the person, and the changes that it proposes. */
export type DocumentReply = { sentence: string; changes: readonly ReplyChange[] }

export const replaceBlock = ({ number }: NumberedBlock, markdown: string): ReplyChange => ({ kind: 'replace', first: number, last: number, markdown })

/** Reply without a change. */
export const wordsOnly = (sentence: string): DocumentReply => ({ sentence, changes: [] })

const rangeOf = (first: number, last: number) => (first === last ? String(first) : `${first}-${last}`)

/** Writes a reply with the marks of its changes. */
export const writeReply = ({ sentence, changes }: DocumentReply): string =>
  [
    sentence,
    ...changes.map((change) => {
      if (change.kind === 'delete') return `@@ supprimer ${rangeOf(change.first, change.last)}`
      const mark = change.kind === 'insert' ? `insérer après ${change.after}` : `remplacer ${rangeOf(change.first, change.last)}`
      return `@@ ${mark}\n${change.markdown}\n@@ fin`
    }),
  ].join('\n\n')

/** Makes words of the person safe in Markdown. */
export const asText = (words: string): string => words.replace(/[\\*_`~<|]/g, String.raw`\$&`).replace(/^(\s*)(#{1,6}\s|[-+=]|@@|>)/gm, String.raw`$1\$2`)

/** Puts words between guillemets. */
export const quote = (words: string): string => `«\u00a0${words}\u00a0»`

export const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
export const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

/** Escapes a text for a regular expression, where apostrophes and spaces match whatever their typography. */
export const looseSource = (text: string): string =>
  text
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replace(/['’ʼ]/g, "['’ʼ]")
    .replace(/[\s\u00a0\u202f]+/g, String.raw`[\s\u00a0\u202f]+`)

/** Article of an act: its number, the blocks that it holds, and how its heading is written. */
export type Article = { label: string; first: number; last: number; isHeading: boolean; hashes: string }

const ARTICLE = /^(#{1,6} )?(?:\*\*)?article\s{1,3}(\d{1,4}|1er|premier|unique)(?:\s(bis|ter))?(?![\p{L}\p{N}])\**([^\n]*)/iu
const CONTINUES = /^\s*(?:[-|]|\d{1,4}[.)]\s)/

/**
 * Finds the articles of an act. An article that is a heading, or only a number, holds what follows up to the next heading or article; another one, its list
 * or table.
 */
export const articlesOf = (blocks: readonly NumberedBlock[]): Article[] =>
  blocks.flatMap(({ number, markdown }, at) => {
    const found = ARTICLE.exec(markdown)
    if (found === null) return []
    const [, hashes = '', label, more, ownText = ''] = found
    const holdsBelow = hashes !== '' || !/[\p{L}\p{N}]/u.test(ownText)
    let end = at
    for (let next = at + 1; next < blocks.length; next += 1) {
      const { markdown: below } = blocks[next]!
      if (ARTICLE.test(below) || /^#{1,6}\s|^(?:fait à|le maire|la maire)/i.test(below)) break
      if (!holdsBelow && !CONTINUES.test(below)) break
      end = next
    }
    const name = /^(?:1er|premier)$/i.test(label!) ? '1' : label!.toLowerCase()
    return [{ label: more === undefined ? name : `${name} ${more.toLowerCase()}`, first: number, last: blocks[end]!.number, isHeading: hashes !== '', hashes }]
  })
