import { TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { letters, roman } from '../list-numbers.ts'
import type { createFonts } from './rtf-fonts.ts'
import type { createGroups } from './rtf-text.ts'

/** Level of a list. In `template`, a character below 9 stands for the number of the level that has this rank. */
type Level = { format: number; start: number; template: string; font: number }
type List = { levels: Level[]; counts: number[] }

const MAX_LEVELS = 9
const MAX_TEMPLATE = 100
const BULLET = 23
const WITHOUT_NUMBER = 255

/** Ways to write a number. Source: RTF 1.9.1, `\levelnfc`. */
const FORMATS = new Map<number, (count: number) => string>([
  [1, (count) => roman(count).toUpperCase()],
  [2, roman],
  [3, (count) => letters(count).toUpperCase()],
  [4, letters],
  [22, (count) => String(count).padStart(2, '0')],
])

/** Computes the numbers of the lists that a file declares (`\listtable`), for the paragraphs whose number it does not write. */
export function createLists(groups: ReturnType<typeof createGroups>, fonts: ReturnType<typeof createFonts>) {
  const lists = new Map<number, List>()
  /** List of each override, which paragraphs name. */
  const overrides = new Map<number, number>()
  let list: List = { levels: [], counts: [] }
  let declared = 0
  const level = (): Level | undefined => list.levels.at(-1)
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
    /** The font of a level comes after its template. */
    setFont(font: number): void {
      const current = level()
      if (inTable() && current) current.font = font
    },
    /** Notes the name of an override. @returns false outside of the table of overrides */
    override(name: number): boolean {
      if (inOverrides()) overrides.set(name, declared)
      return inOverrides()
    },
    /** The number of the next paragraph of a list, « 2.1 », or the box of its bullet; empty where it has neither. */
    next(override: number, nth: number): string {
      const found = lists.get(overrides.get(override) ?? -1)
      const own = found?.levels[nth]
      if (!found || !own) return ''
      // The first character is the length of the template.
      const template = Array.from(own.template.slice(1).replace(/;$/, ''), (character) => fonts.ofTemplate(character, own.font))
      if (own.format === BULLET) return template.find((sign) => sign === TICKED || sign === UNTICKED) ?? ''
      if (own.format === WITHOUT_NUMBER) return ''
      found.counts.length = Math.min(found.counts.length, nth + 1)
      found.counts[nth] = (found.counts[nth] ?? own.start - 1) + 1
      return template.map((sign) => numberAt(found, sign)).join('')
    },
  }
}

function numberAt({ levels, counts }: List, sign: string): string {
  const rank = sign.charCodeAt(0)
  const level = levels[rank]
  if (rank >= MAX_LEVELS || !level) return sign
  const count = counts[rank] ?? level.start
  return FORMATS.get(level.format)?.(count) ?? String(count)
}
