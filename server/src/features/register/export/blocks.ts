import { paragraph, text, type DocumentBlock } from '@parvis/markdown'
import { legalSentences } from '@parvis/contract'
import { frenchDay } from './sheet-rows.ts'

export const heading = (level: number, words: string): DocumentBlock => ({ kind: 'heading', level, content: [text(words)] })
export const body = (words: string): DocumentBlock => paragraph('body', text(words))
export const list = (items: readonly string[]): DocumentBlock => ({ kind: 'list', marker: 'bullet', start: 1, items: items.map((item) => [body(item)]) })

/** Table of texts with a header. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): DocumentBlock => ({
  kind: 'table',
  aligns: header.map(() => 'left'),
  header: header.map((cell) => [text(cell)]),
  rows: rows.map((row) => row.map((cell) => [text(cell)])),
})

/** Paragraph of a sentence about the law, followed by its source and the day on which it was read. */
export function legal(name: keyof typeof legalSentences): DocumentBlock[] {
  const { text: words, source, read, isSure } = legalSentences[name]
  return [
    body(words),
    paragraph('mention', text(`Source\u00a0: ${source}. Lu le ${frenchDay(read)}${isSure ? '' : '\u00a0; à vérifier dans le texte publié'}.`)),
  ]
}
