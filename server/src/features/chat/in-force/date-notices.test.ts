import type { Source } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { reviewOpening } from './date-notices.ts'

const source = (number: number, version_date: string, review_due: boolean, collection?: string): Source => ({
  number,
  document_id: `d${number}`,
  document: `d${number}.md`,
  page: null,
  section: null,
  extract: '',
  score: 1,
  version_date,
  valid_until: null,
  review_due,
  ...(collection !== undefined && { collection }),
})
const sheets = 'fiches de service-public.fr'
// The first is up to date; the two others are past their review date.
const sources = [source(1, '2026-01-01', false), source(2, '2017-05-01', true, sheets), source(3, '2019-05-01', true, sheets)]
const notice = (words: string) => `*${words}*\n\n`
/** Returns the first line that a streamed reply gets: that of the earliest beginning that decides it. */
function firstLine(reply: string, end: 'cut' | 'whole', among = sources): string {
  const decide = reviewOpening(among)!
  for (let length = 1; length <= reply.length; length += 1) {
    const notices = decide(reply.slice(0, length), 'partial')
    if (notices !== null) return notices.map(({ text }) => text).join('')
  }
  return decide(reply, end)!
    .map(({ text }) => text)
    .join('')
}

describe('the first line names every source past its review date that the reply cites', () => {
  const long = 'mot '.repeat(160)
  const consulted = notice('Parmi les textes consultés, des fiches de 2017 et 2019 sont à vérifier.')
  it.each([
    ['cites an up-to-date source only', 'Onze jours [1].', ''],
    [
      'cites an up-to-date source first',
      'Onze jours [1], autrefois [2].',
      notice('D’après une fiche de 2017, à vérifier comme d’autres textes consultés (2019)\u00a0:'),
    ],
    ['cites two together', 'Onze jours [2, 3].', notice('D’après des fiches de 2017 et 2019, à vérifier\u00a0:')],
    ['cites a range', 'Onze jours [1–3].', notice('D’après des fiches de 2017 et 2019, à vérifier\u00a0:')],
    ['cites another one later', 'Onze jours [2]. Puis [3].', notice('D’après une fiche de 2017, à vérifier comme d’autres textes consultés (2019)\u00a0:')],
    ['cites one far in the text', `Onze jours [1]. ${long} Autrefois [2].`, consulted],
    ['is long and cites nothing', long, consulted],
    ['is short and cites nothing', 'Onze jours.', ''],
    ['finds nothing', 'Je ne trouve pas dans vos documents de quoi répondre.', ''],
    ['finds nothing, and cites one', 'Je ne trouve pas de quoi répondre. Voir [2].', consulted],
  ])('of a reply that %s', (_what, reply, expected) => {
    expect(firstLine(reply, 'whole')).toBe(expected)
  })

  it('of an interrupted reply, which may be continued with another citation', () => {
    expect(firstLine('Onze jours [1].', 'cut')).toBe(consulted)
  })

  it('of a reply whose sources are all past their review date, even without a citation', () => {
    expect(firstLine('Onze jours.', 'whole', sources.slice(1))).toBe(notice('D’après des fiches de 2017 et 2019, à vérifier\u00a0:'))
    expect(firstLine('Onze jours [2].', 'whole', sources.slice(1, 2))).toBe(notice('D’après une fiche de 2017, à vérifier\u00a0:'))
    expect(reviewOpening(sources.slice(0, 1))).toBeUndefined()
  })
})
