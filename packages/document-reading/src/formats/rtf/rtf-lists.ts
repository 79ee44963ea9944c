import { TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { toLetters, toRoman } from '../list-numbers.ts'
import type { createFonts } from './rtf-fonts.ts'
import type { createGroups } from './rtf-text.ts'

/** Level of a list. In `template`, a character code below 9 stands for the number of the level at this index. */
type RtfListLevel = { format: number; start: number; template: string; font: number }
type RtfList = { levels: RtfListLevel[]; counts: number[] }

const MAX_LEVELS = 9
const MAX_TEMPLATE = 100
const BULLET = 23
const WITHOUT_NUMBER = 255

/** Number formats, by code. Source: RTF 1.9.1, `\levelnfc`. */
const FORMATS = new Map<number, (count: number) => string>([
  [1, (count) => toRoman(count).toUpperCase()],
  [2, toRoman],
  [3, (count) => toLetters(count).toUpperCase()],
  [4, toLetters],
  [22, (count) => String(count).padStart(2, '0')],
])

/** Computes the numbers of the lists declared in a file (`\listtable`), for paragraphs whose number is not written. */
export function createLists(groups: ReturnType<typeof createGroups>, fonts: ReturnType<typeof createFonts>) {
  const lists = new Map<number, RtfList>()
  /** List of each override. Paragraphs refer to overrides. */
  const overrides = new Map<number, number>()
  let list: RtfList = { levels: [], counts: [] }
  let declared = 0
  const level = (): RtfListLevel | undefined => list.levels.at(-1)
  const inTable = () => groups.state().skip && (groups.isIn('listtable') || groups.isIn('leveltext'))
  const inOverrides = () => groups.isIn('listoverridetable')
  const set = (key: 'format' | 'start') => (parameter: number | null) => {
    const current = level()
    if (inTable() && current && parameter !== null) current[key] = parameter
  }
  return {
    words: {
      list: () => void (inTable() && (list = { levels: [], counts: [] })),
      listlevel: () => void (inTable() && list.levels.length < MAX_LEVELS && list.levels.push({ format: 0, start: 1, template: '', font: fonts.byDefault() })),
      levelnfc: set('format'),
      levelnfcn: set('format'),
      levelstartat: set('start'),
      leveltext: () => void (inTable() && groups.skip('leveltext')),
      listid(parameter: number | null): void {
        if (inTable()) lists.set(parameter ?? 0, list)
        else if (inOverrides()) declared = parameter ?? 0
      },
    },
    captures: {
      leveltext(characters: string): void {
        const current = level()
        if (current && current.template.length < MAX_TEMPLATE) current.template += characters
      },
    },
    /** Sets the font of the current level, which the file gives after the template. */
    setFont(font: number): void {
      const current = level()
      if (inTable() && current) current.font = font
    },
    /**
     * Registers an override.
     * @returns false outside the table of overrides
     */
    override(name: number): boolean {
      if (inOverrides()) overrides.set(name, declared)
      return inOverrides()
    },
    /** Returns the number of the next paragraph of a list, « 2.1 », or the tick box of its bullet. Empty when it has neither. Advances the counters. */
    next(override: number, index: number): string {
      const found = lists.get(overrides.get(override) ?? -1)
      const ownLevel = found?.levels[index]
      if (!found || !ownLevel) return ''
      // The first character is the length of the template.
      const template = Array.from(ownLevel.template.slice(1).replace(/;$/, ''), (character) => fonts.templateCharacter(character, ownLevel.font))
      if (ownLevel.format === BULLET) return template.find((sign) => sign === TICKED || sign === UNTICKED) ?? ''
      if (ownLevel.format === WITHOUT_NUMBER) return ''
      found.counts.length = Math.min(found.counts.length, index + 1)
      found.counts[index] = (found.counts[index] ?? ownLevel.start - 1) + 1
      return template.map((sign) => numberAt(found, sign)).join('')
    },
  }
}

function numberAt({ levels, counts }: RtfList, sign: string): string {
  const rank = sign.charCodeAt(0)
  const level = levels[rank]
  if (rank >= MAX_LEVELS || !level) return sign
  const count = counts[rank] ?? level.start
  return FORMATS.get(level.format)?.(count) ?? String(count)
}
