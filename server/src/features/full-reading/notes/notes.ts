import type { Source } from '@parvis/contract'
import { emptyPartAnswer } from '../prompts.ts'

/** Item noted from a part, with the numbers of its pages. */
export type ReadingNote = { text: string; numbers: number[] }

const citation = /\[(\d{1,5}(?:\s?[,;]\s?\d{1,5})*)\]/g
const citationsAtEnd = /(?:\s*\[\d{1,5}(?:\s?[,;]\s?\d{1,5})*\])+[\s.;,]*$/
const bullet = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/
/** Pattern of headings, rules, fences, and the separator below the header of a table. */
const layoutLine = /^(?:#{1,6}\s|`{3}|[-*_]{3,}$|\|?(?:\s*:?-{2,}:?\s*\|?)+$)/
const nothingPattern = new RegExp(`^${emptyPartAnswer}[.!]?$`, 'iu')

/**
 * Parses the notes that a model wrote about some pages, one item per line. Numbers of other pages are dropped. An item without a number gets the page
 * whose text contains most of its words, if any.
 */
export function parseNotes(answer: string, pages: readonly Source[]): ReadingNote[] {
  const pageNumbers = new Set(pages.map(({ number }) => number))
  const notes: ReadingNote[] = []
  let isOpen = false
  for (const line of answer.split('\n').map((line) => line.trim())) {
    if (line === '' || layoutLine.test(line)) {
      isOpen = false
      continue
    }
    const { text, numbers } = readLine(line, pageNumbers)
    if (text === '' || nothingPattern.test(text)) continue
    const last = notes.at(-1)
    // Continuation of an item that the model wrote on two lines.
    if (isOpen && last !== undefined && last.numbers.length === 0 && !bullet.test(line) && !line.startsWith('|')) {
      last.text += ` ${text}`
      last.numbers = numbers
    } else if (numbers.length > 0 || !text.endsWith(':')) notes.push({ text, numbers })
    isOpen = true
  }
  return notes.map((note) => (note.numbers.length > 0 ? note : { ...note, numbers: pageOf(note.text, pages) }))
}

function readLine(line: string, pageNumbers: ReadonlySet<number>): ReadingNote {
  const bareLine = line.replace(bullet, '').replace(/^\||[|\s]+$/g, '')
  const isKnown = (number: number) => pageNumbers.has(number)
  const numbers = [...bareLine.matchAll(citation)].flatMap((match) => numbersOf(match)).filter(isKnown)
  const text = bareLine
    .replace(citationsAtEnd, '')
    // Another number in brackets belongs to the text: put it in parentheses, so that it is not read as a page.
    .replace(citation, (...match) => (numbersOf(match as string[]).some(isKnown) ? '' : `(${match[1]})`))
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.])/g, '$1')
    .replace(/[|\s]+$/, '')
  return { text: text.trim(), numbers: [...new Set(numbers)] }
}

const numbersOf = ([, group]: readonly string[]): number[] => group!.split(/[,;]/).map(Number)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}]{4,}|\d[\d\s.,]*/gu) ?? []
/** Minimum share of an item's words that a page must contain to be taken as its source. */
const minWordShare = 0.7

function pageOf(text: string, pages: readonly Source[]): number[] {
  const words = new Set(wordsOf(text).map((word) => word.trim()))
  if (words.size === 0) return []
  let best = { number: 0, held: 0 }
  for (const { number, extract } of pages) {
    const page = extract.toLowerCase()
    const wordCount = [...words].filter((word) => page.includes(word)).length
    if (wordCount > best.held) best = { number, held: wordCount }
  }
  return best.held / words.size >= minWordShare ? [best.number] : []
}

/** Returns the page numbers cited in stored notes. */
export const citedNumbers = (notes: string): ReadonlySet<number> => new Set([...notes.matchAll(citation)].flatMap((match) => numbersOf(match)))

/** Formats notes for storage and for prompts; `parseNotes` reads the result. */
export function renderNotes(notes: readonly ReadingNote[]): string {
  return notes.map(({ text, numbers }) => `- ${text}${numbers.length > 0 ? ' ' : ''}${numbers.map((number) => `[${number}]`).join('')}`).join('\n')
}

/** Merges exact duplicates at the position of the first one, with all their pages. */
export function mergeNotes(notes: readonly ReadingNote[]): ReadingNote[] {
  const byText = new Map<string, ReadingNote>()
  for (const { text, numbers } of notes) {
    const key = text.replace(/\s+/g, ' ').replace(/[.;]$/, '')
    const existingNote = byText.get(key)
    if (existingNote === undefined) byText.set(key, { text, numbers: [...numbers] })
    else existingNote.numbers.push(...numbers.filter((number) => !existingNote.numbers.includes(number)))
  }
  return [...byText.values()]
}
