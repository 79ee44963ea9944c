import { readXmlPart } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { toLetters, toRoman } from '../list-numbers.ts'
import { convertSymbols, TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { isOn } from './docx-runs.ts'

/** Numbers that Word displays before paragraphs, and that the text does not contain. */
export type DocxNumbers = {
  /**
   * Number of the next paragraph of a list: “2.1”, “Article 1er”, “☐” for a tick box. Empty for other bullets and outside lists. Each call advances the
   * counters of the list.
   */
  next(list: string | undefined, level: number): string
  /** Advances as `next`; null outside lists. */
  nextItem(list: string | undefined, level: number): ItemNumber | null
  /** Level of a list that a style is linked to, if any. */
  levelOf(list: string | undefined, style: string | undefined): number | undefined
}

/** Number of a list item: as displayed, as a count, and its format (`bullet`, `decimal`, `none`…). */
export type ItemNumber = { text: string; count: number; format: string }

type NumberingLevel = {
  start: number
  format: string
  text: string
  /** Level after which the numbering restarts, counted from 1. With 0 it never restarts. */ restart?: number
  isLegal: boolean
  style?: string
  font?: string
}
type NumberingLevels = Map<number, NumberingLevel>
/** Numbering shared by several lists. `link`: name of a style; the levels are those of the numbering that this style is linked to. */
type AbstractNumbering = { levels: NumberingLevels; link?: string; counts: number[] }
type NumberingInstance = { shape: string; levels: NumberingLevels; starts: Map<number, number> }

const MAX_LEVELS = 9
const MAX_LEVEL_TEXT_LENGTH = 100

/** Reads `word/numbering.xml`. Without this part there are no numbers. */
export async function readDocxNumbers(zip: BoundedZip, depth: number): Promise<DocxNumbers> {
  const shapes = new Map<string, AbstractNumbering>()
  const linkedNumberings = new Map<string, AbstractNumbering>()
  const lists = new Map<string, NumberingInstance>()
  let shape: AbstractNumbering | null = null
  let list: NumberingInstance | null = null
  let overriddenLevel = 0
  let level: NumberingLevel | null = null
  await readXmlPart(
    zip,
    'word/numbering.xml',
    {
      open(name, a) {
        const value = a['w:val'] ?? ''
        if (name === 'w:abstractNum') shapes.set(a['w:abstractNumId'] ?? '', (shape = { levels: new Map(), counts: [] }))
        else if (name === 'w:num') lists.set(a['w:numId'] ?? '', (list = { shape: '', levels: new Map(), starts: new Map() }))
        else if (name === 'w:styleLink' && shape) linkedNumberings.set(value, shape)
        else if (name === 'w:numStyleLink' && shape) shape.link = value
        else if (name === 'w:abstractNumId' && list) list.shape = value
        else if (name === 'w:lvlOverride') overriddenLevel = numberIn(a['w:ilvl'], 0)
        else if (name === 'w:startOverride') list?.starts.set(overriddenLevel, numberIn(value, 1))
        else if (name === 'w:lvl') {
          const levelIndex = numberIn(a['w:ilvl'], 0)
          level = { start: 0, format: 'decimal', text: '', isLegal: false }
          if (levelIndex < MAX_LEVELS) (list ?? shape)?.levels.set(levelIndex, level)
        } else if (level && name === 'w:rFonts') level.font = a['w:ascii'] ?? a['w:hAnsi']
        else if (level) readLevelProperty(level, name, value, isOn(a))
      },
      close(name) {
        if (name === 'w:abstractNum') shape = null
        else if (name === 'w:num') list = null
        else if (name === 'w:lvl') level = null
      },
    },
    depth,
  )

  const numberingOf = ({ shape: id }: NumberingInstance): AbstractNumbering | undefined => {
    const numbering = shapes.get(id)
    return (numbering?.link !== undefined && linkedNumberings.get(numbering.link)) || numbering
  }
  const nextItem = (id: string | undefined, index: number) => {
    const instance = lists.get(id ?? '')
    const sharedNumbering = instance && numberingOf(instance)
    return sharedNumbering && index < MAX_LEVELS ? nextNumber(instance, sharedNumbering, index) : null
  }
  return {
    next: (id, index) => nextItem(id, index)?.text ?? '',
    nextItem,
    levelOf(id, style) {
      const instance = lists.get(id ?? '')
      if (!instance || style === undefined) return undefined
      return [...(numberingOf(instance)?.levels ?? [])].find(([, { style: its }]) => its === style)?.[0]
    },
  }
}

function readLevelProperty(level: NumberingLevel, name: string, value: string, on: boolean): void {
  if (name === 'w:start') level.start = numberIn(value, 0)
  else if (name === 'w:numFmt') level.format = value
  else if (name === 'w:lvlText') level.text = value.slice(0, MAX_LEVEL_TEXT_LENGTH)
  else if (name === 'w:lvlRestart') level.restart = numberIn(value, 0)
  else if (name === 'w:isLgl') level.isLegal = on
  else if (name === 'w:pStyle') level.style = value
}

/** Returns the bullet of a list if it is a tick box, otherwise an empty text. */
function boxOf({ text, font }: NumberingLevel): string {
  const bullet = convertSymbols(text, font)
  return bullet === TICKED || bullet === UNTICKED ? bullet : ''
}

const numberIn = (value: string | undefined, otherwise: number): number => {
  const number = Math.floor(Number(value ?? NaN))
  return number >= 0 ? number : otherwise
}

function nextNumber(list: NumberingInstance, { levels, counts }: AbstractNumbering, index: number): ItemNumber | null {
  const levelAt = (depth: number) => list.levels.get(depth) ?? levels.get(depth)
  const level = levelAt(index)
  if (!level) return null
  const ownStart = list.starts.get(index)
  // A start override applies once, to the first paragraph of the list.
  list.starts.delete(index)
  counts[index] = ownStart ?? (counts[index] === undefined ? level.start : counts[index] + 1)
  for (let lowerLevel = index + 1; lowerLevel < MAX_LEVELS; lowerLevel++) if (index < (levelAt(lowerLevel)?.restart ?? MAX_LEVELS)) delete counts[lowerLevel]
  const count = counts[index]
  if (level.format === 'bullet') return { text: boxOf(level), count, format: level.format }
  const text = level.text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const of = levelAt(Number(digit) - 1)
      if (!of || Number(digit) > index + 1) return ''
      return formatNumber(counts[Number(digit) - 1] ?? of.start, level.isLegal ? 'decimal' : of.format)
    })
    .trim()
  return { text, count, format: level.format }
}

function formatNumber(count: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return toLetters(count)
    case 'upperLetter':
      return toLetters(count).toUpperCase()
    case 'lowerRoman':
      return toRoman(count)
    case 'upperRoman':
      return toRoman(count).toUpperCase()
    case 'decimalZero':
      return String(count).padStart(2, '0')
    case 'ordinal':
      return count === 1 ? '1er' : `${count}e`
    case 'bullet':
    case 'none':
      return ''
    default:
      return String(count)
  }
}
