import type { ExtractedBlock } from '@parvis/document-reading'
import { expect, it } from 'vitest'
import { blockKey, locatePassages } from './passage-position.ts'

const paragraph = (text: string): ExtractedBlock => ({ kind: 'paragraph', text })
const heading = (text: string): ExtractedBlock => ({ kind: 'heading', level: 2, text })
const page = (position: number, ...blocks: ExtractedBlock[]) => ({ position, blocks })

/** Located ranges, each as `page block from-to`. */
function placed(...found: Parameters<typeof locatePassages>): string[] | null {
  const place = locatePassages(...found)
  return place && [...place.parts].map(([key, { from, to }]) => `${key} ${from}-${to}`)
}

const clause = 'La redevance est due le premier jour du mois.'

it('finds the passage by its rank among identical ones', () => {
  const pages = [page(0, heading('Halle A'), paragraph(clause), heading('Halle B'), paragraph(clause), heading('Halle C'), paragraph(clause))]
  expect(placed(pages, [clause, clause], 1)).toEqual([`${blockKey(0, 3)} 0-45`])
  const passages = ['Halle A', 'Halle B', 'Halle C'].map((title) => `${title}\n${clause}`)
  expect(placed(pages, passages, 1)).toEqual([`${blockKey(0, 4)} 0-7`, `${blockKey(0, 5)} 0-45`])
  expect(placed(pages, passages.slice(0, 2), 1)).toEqual([`${blockKey(0, 2)} 0-7`, `${blockKey(0, 3)} 0-45`])
})

it('gives the part of a long paragraph that the passage holds', () => {
  const sentences = Array.from({ length: 60 }, (_, at) => `La phrase numéro ${at} du règlement du marché couvert reste ici.`)
  const pages = [page(4, paragraph(sentences.join(' ')))]
  const cited = sentences.slice(20, 30)
  const [found] = [...locatePassages(pages, [cited.join('\n')], 1)!.parts.values()]
  expect(sentences.join(' ').slice(found!.from, found!.to)).toBe(cited.join(' '))
})

it('gives the rows of a table, whose header a passage repeats', () => {
  const rows = [['Quartier', 'Bacs'], ...Array.from({ length: 6 }, (_, at) => [`Secteur ${at % 3}`, '40'])]
  const pages = [page(0, paragraph('Collecte'), { kind: 'table', header: true, rows })]
  const lines = rows.map((row) => row.join(' | '))
  const passages = [`Collecte\n${lines.slice(0, 4).join('\n')}`, [lines[0], ...lines.slice(4)].join('\n')]
  expect(placed(pages, passages, 1)).toEqual([`${blockKey(0, 1)} 4-7`])
  expect(placed(pages, passages.slice(0, 1), 1)).toEqual([`${blockKey(0, 0)} 0-8`, `${blockKey(0, 1)} 0-4`])
})

it('crosses the header that each stored part of a long table repeats', () => {
  const header = ['Poste', 'Montant']
  const pages = [0, 1].map((at) => page(at, { kind: 'table', header: true, rows: [header, [`Poste ${at}`, '10'], ['Divers', '5']] }))
  expect(placed(pages, ['Poste | Montant\nPoste 0 | 10\nDivers | 5\nPoste 1 | 10'], 1)).toEqual([`${blockKey(0, 0)} 0-3`, `${blockKey(1, 0)} 1-2`])
})

it('takes the longest beginning that is left of a passage, or nothing', () => {
  const pages = [page(0, paragraph('Ancien titre'), paragraph(clause), paragraph('Une autre phrase.'))]
  expect(placed(pages, [`${clause}\nCette phrase a été retirée.`], 1)).toEqual([`${blockKey(0, 1)} 0-45`])
  expect(placed(pages, ['Rien de commun.'], 1)).toBeNull()
})

it('says how much of its page stands before it', () => {
  const pages = [page(7, paragraph('Un.'), paragraph('Deux.'), paragraph('Trois.'), paragraph('Quatre.')), page(8, paragraph('Cinq.'))]
  expect(locatePassages(pages, ['Trois.\nQuatre.\nCinq.'], 1)).toMatchObject({ start: 7, share: 0.5 })
})
