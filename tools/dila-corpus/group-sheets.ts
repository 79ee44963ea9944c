import type { CorpusArticle } from '@parvis/contract'
import type { PracticalSheet } from './practical-sheet.ts'

type Version = CorpusArticle['versions'][number]

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** Code of the sheets of an audience, in the corpus. */
export function sheetCodeOf({ audience }: Pick<PracticalSheet, 'audience'>): { id: string; title: string } {
  const id = `FICHES-${audience
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')}`
  return { id, title: `Fiches pratiques de service-public.fr (${audience.toLowerCase()})` }
}

/**
 * Groups the sheets of one or several extractions, given from the oldest: each sheet is an article, and each of its texts a version from the day of its
 * modification to the day before the next. A text that did not change is one version. Of two texts of the same day, the last one given counts.
 */
export function groupSheets(sheets: readonly PracticalSheet[]): CorpusArticle[] {
  const groups = Map.groupBy(sheets, (sheet) => `${sheetCodeOf(sheet).id} ${sheet.id}`)
  return [...groups.values()].map((group) => {
    const texts: PracticalSheet[] = []
    for (const sheet of group) {
      if (sheet.content === texts.at(-1)?.content) continue
      while (texts.length > 0 && texts.at(-1)!.modified_on >= sheet.modified_on) texts.pop()
      texts.push(sheet)
    }
    const last = group.at(-1)!
    return {
      id: last.id,
      code: sheetCodeOf(last).id,
      number: last.id,
      path: [...last.path, last.title].slice(-30),
      versions: texts.map(({ id, modified_on, content }, index): Version => {
        const next = texts[index + 1]?.modified_on
        const valid_until = next === undefined ? null : dayBefore(next)
        return { id: `${id}-${modified_on}`, valid_from: modified_on, valid_until, state: valid_until === null ? 'VIGUEUR' : 'MODIFIE', text: content }
      }),
    }
  })
}
