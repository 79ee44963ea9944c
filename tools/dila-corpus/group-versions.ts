import type { CorpusArticle } from '@parvis/contract'
import { articleKey, identifyCode } from '@parvis/legal-references'
import type { LegiArticle } from './legi-article.ts'

type Version = CorpusArticle['versions'][number]

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

const acts: Readonly<Record<string, string>> = { loi: 'LOI', ordonnance: 'ORDONNANCE', decret: 'DECRET' }

/** Id by which references name a text: `CGCT`, `LOI-2019-828`; the id of the base for another. */
export function codeOf({ text_id, text_title }: Pick<LegiArticle, 'text_id' | 'text_title'>): string {
  const title = text_title.normalize('NFD').replace(/\p{M}/gu, '')
  const [, kind, number] = /^(loi|ordonnance|decret)\b[^\d]{0,60}n\s?[°º]\s?(\d{2,4}-\d{1,5})/i.exec(title) ?? []
  if (kind !== undefined && number !== undefined) return `${acts[kind.toLowerCase()]}-${number}`
  return identifyCode([text_title]) ?? text_id
}

function stateOf(state: string, valid_until: string | null): Version['state'] {
  if (state === 'VIGUEUR' || state === 'MODIFIE' || state === 'ABROGE' || state === 'VIGUEUR_DIFF') return state
  return valid_until === null ? 'VIGUEUR' : 'ABROGE'
}

/**
 * Groups the versions of each article of one text, by number. Ends are made exclusive of the next version; versions that were never in force and those without
 * text are left out. Of two versions of the same day, the one with the highest id counts.
 */
export function groupVersions(versions: readonly LegiArticle[]): CorpusArticle[] {
  const groups = Map.groupBy(versions, (version) => `${codeOf(version)} ${articleKey(version.number)}`)
  return [...groups.values()].flatMap((group) => {
    const byDay = new Map<string, LegiArticle>()
    for (const version of group.toSorted((a, b) => a.id.localeCompare(b.id)))
      if (version.content !== '' && (version.end_day === null || version.end_day > version.first_day)) byDay.set(version.first_day, version)
    const ordered = [...byDay.values()].toSorted((a, b) => a.first_day.localeCompare(b.first_day))
    const last = ordered.at(-1)
    if (last === undefined) return []
    const article = {
      id: ordered[0]!.id,
      code: codeOf(last),
      number: last.number,
      path: last.path.slice(0, 30),
      versions: ordered.map(({ id, first_day, end_day, state, content }, index): Version => {
        const next = ordered[index + 1]?.first_day
        const end = next !== undefined && (end_day === null || end_day > next) ? next : end_day
        const valid_until = end === null ? null : dayBefore(end)
        return { id, valid_from: first_day, valid_until, state: stateOf(state, valid_until), text: content }
      }),
    }
    return [article]
  })
}
