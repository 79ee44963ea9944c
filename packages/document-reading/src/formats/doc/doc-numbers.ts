import { toLetters, toRoman } from '../list-numbers.ts'
import { firstAfter, paragraphRuns, partOf, piecesOf, sprmsOf, type DocStreams, type DocRun, type Sprms } from './doc-streams.ts'

/** Level of a list. In `text`, characters 0 to 8 stand for the numbers of the levels. */
type ListLevel = { start: number; format: number; text: string }
/** A list. `counts`: current number of each level; lists that continue the same numbering share it. */
type NumberedList = { levels: readonly ListLevel[]; counts: number[] }

/** Control character that replaces the paragraph mark at the end of a numbered paragraph. The library leaves it unchanged. */
export const NUMBERED_END = '\x7f'

// Property codes, and offsets in the file information block. Source: [MS-DOC] 2.5.6 and 2.6.2.
const LIST = 0x460b
const LEVEL = 0x260a
const STYLES = 0xa2
const LISTS = 0x2e2
const OVERRIDES = 0x2ea
const MAIN_CHARACTERS = 0x4c

const PARAGRAPH_MARK = 0x0d
const BULLET = 23
const NO_NUMBER = 255
const MAX_STYLES = 32
const FORMATS: Readonly<Record<number, (count: number) => string>> = {
  1: (count) => toRoman(count).toUpperCase(),
  2: toRoman,
  3: (count) => toLetters(count).toUpperCase(),
  4: toLetters,
  22: (count) => String(count).padStart(2, '0'),
}

/**
 * Marks the ends of the numbered paragraphs of the main text, in the main stream.
 * @returns `numbers`: their numbers, in order, empty for bullets. `isWhole`: false when a table cell ends with a number that cannot be marked
 */
export function writeNumberedEnds(streams: DocStreams): { numbers: string[]; isWhole: boolean } {
  const numbers: string[] = []
  let isWhole = true
  const lists = listsOf(streams)
  if (lists.size === 0) return { numbers, isWhole }
  const styles = stylesOf(streams)
  const runs = paragraphRuns(streams).toSorted((one, other) => one.start - other.start)
  let remaining = streams.main.readUInt32LE(MAIN_CHARACTERS)
  for (const { start, end, isCompressed } of piecesOf(streams)) {
    const size = isCompressed ? 1 : 2
    const last = Math.min(end, start + remaining * size)
    remaining -= (end - start) / size
    for (let index = firstAfter(runs, start); index < runs.length && runs[index]!.end <= last; index++) {
      const run = runs[index]!
      const number = numberOf(run, lists, styles)
      if (number === null) continue
      if (streams.main[run.end - size] === PARAGRAPH_MARK) {
        streams.main[run.end - size] = NUMBERED_END.charCodeAt(0)
        numbers.push(number)
      } else if (number) isWhole = false
    }
    if (remaining <= 0) break
  }
  return { numbers, isWhole }
}

/** Computes the number of a paragraph and advances the counters of its list. Empty for a bullet; null outside a list. */
function numberOf({ sprms, style }: DocRun, lists: ReadonlyMap<number, NumberedList>, styles: ReadonlyMap<number, Sprms>): string | null {
  const property = (code: number) => sprms.get(code) ?? styles.get(style)?.get(code)
  const list = lists.get(property(LIST)?.readUInt16LE(0) ?? 0)
  const index = property(LEVEL)?.[0] ?? 0
  const level = list?.levels[index]
  if (!list || !level) return null
  if (level.format === NO_NUMBER) return null
  if (level.format === BULLET) return ''
  list.counts.length = Math.min(list.counts.length, index + 1)
  for (let parentLevel = 0; parentLevel < index; parentLevel++) list.counts[parentLevel] ??= list.levels[parentLevel]!.start
  list.counts[index] = (list.counts[index] ?? level.start - 1) + 1
  return level.text.replace(/[\0-\x08]/g, (character) => {
    const levelIndex = character.charCodeAt(0)
    const count = list.counts[levelIndex]
    return count === undefined ? '' : (FORMATS[list.levels[levelIndex]?.format ?? 0]?.(count) ?? String(count))
  })
}

/** Lists by the index that paragraphs refer to. Source: [MS-DOC] 2.9.131 (LFO). */
function listsOf(streams: DocStreams): Map<number, NumberedList> {
  const definitions = definitionsOf(streams)
  const overrides = partOf(streams, OVERRIDES)
  const count = overrides.length >= 4 ? overrides.readUInt32LE(0) : 0
  const lists = new Map<number, NumberedList>()
  for (let index = 0; index < count && 4 + (index + 1) * 16 <= overrides.length; index++) {
    const list = definitions.get(overrides.readInt32LE(4 + index * 16))
    // A list that overrides a level has its own counters.
    if (list) lists.set(index + 1, overrides[4 + index * 16 + 12] ? { ...list, counts: [] } : list)
  }
  return lists
}

/** Lists by their identifier. Source: [MS-DOC] 2.9.147 (LSTF) and 2.9.149 (LVL). */
function definitionsOf(streams: DocStreams): Map<number, NumberedList> {
  const definitions = partOf(streams, LISTS)
  const count = definitions.length >= 2 ? definitions.readUInt16LE(0) : 0
  const levels = streams.table.subarray(streams.main.readUInt32LE(LISTS) + definitions.length)
  const lists = new Map<number, NumberedList>()
  let offset = 0
  for (let index = 0; index < count; index++) {
    const definition = definitions.subarray(2 + index * 28)
    const found: ListLevel[] = []
    for (let level = 0; level < ((definition[26] ?? 0) & 1 ? 1 : 9); level++) {
      const text = offset + 28 + levels[offset + 24]! + levels[offset + 25]!
      const length = levels.readUInt16LE(text) * 2
      found.push({ start: levels.readInt32LE(offset), format: levels[offset + 4]!, text: levels.toString('utf16le', text + 2, text + 2 + length) })
      offset = text + 2 + length
    }
    lists.set(definition.readInt32LE(0), { levels: found, counts: [] })
  }
  return lists
}

/** Paragraph properties of each style, including inherited ones. Source: [MS-DOC] 2.9.271 (STSH). */
function stylesOf(streams: DocStreams): Map<number, Sprms> {
  const sheet = partOf(streams, STYLES)
  const definitions = new Map<number, { base: number; sprms: Sprms }>()
  if (sheet.length < 6) return new Map()
  const [count, baseSize] = [sheet.readUInt16LE(2), sheet.readUInt16LE(4)]
  let offset = 2 + sheet.readUInt16LE(0)
  for (let index = 0; index < count && offset + 2 <= sheet.length; index++) {
    const style = sheet.subarray(offset + 2, offset + 2 + sheet.readUInt16LE(offset))
    offset += 2 + style.length + (style.length & 1)
    if (style.length < baseSize + 2 || (style.readUInt16LE(2) & 15) !== 1) continue
    const properties = baseSize + 2 + style.readUInt16LE(baseSize) * 2 + 2
    const size = properties + 2 <= style.length ? style.readUInt16LE(properties) : 0
    definitions.set(index, { base: style.readUInt16LE(2) >> 4, sprms: sprmsOf(style.subarray(properties + 4, properties + 2 + size)) })
  }
  const inherited = (style: number, depth = 0): [number, Buffer][] => {
    const definition = definitions.get(style)
    return definition && depth < MAX_STYLES ? [...inherited(definition.base, depth + 1), ...definition.sprms] : []
  }
  return new Map([...definitions.keys()].map((style) => [style, new Map(inherited(style))]))
}
