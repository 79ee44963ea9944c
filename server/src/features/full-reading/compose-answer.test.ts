import { describe, expect, it } from 'vitest'
import { citedSources } from './cited-sources.ts'
import { composeGathered, composeTransformed, transformedSources } from './compose-answer.ts'
import { packParts } from './parts/parts.ts'
import { sourceOf } from '../../testing/reply-client.ts'

const page = (number: number, document_id = 'a', extract = `Texte de la page ${number}.`) =>
  sourceOf({ number, document_id, document: `${document_id}.pdf`, extract })
const parts = [page(1), page(2), page(3)].flatMap((one) => packParts([one], 1_000))
const notes = (...texts: string[]) => texts.map((text) => ({ notes: text }))

describe('what parts noted, as one list', () => {
  it('keeps every line, in order, and merges exact duplicates with their pages', () => {
    const answer = composeGathered(parts, notes('- Loyer : 400 € [1]\n- Eau : 12 € [1]', '- Loyer : 400 € [2]', '- Gaz : 90 € [3]'), false)
    expect(answer).toBe('3\u00a0éléments relevés, dans l’ordre du texte\u00a0:\n\n- Loyer : 400 € [1][2]\n- Eau : 12 € [1]\n- Gaz : 90 € [3]')
  })

  it('is a table where one is wanted', () => {
    const answer = composeGathered(parts, notes('- Loyer | 400 € | par mois | dès mai [1]', '', '- Gaz [3]'), true)
    expect(answer).toContain('| Élément | Valeur | Précision | Source |\n|---|---|---|---|\n| Loyer | 400 € | par mois — dès mai | [1] |\n| Gaz |  |  | [3] |')
  })

  it('names its documents when there are several, and says when nothing was found', () => {
    const two = [...packParts([page(1)], 1_000), ...packParts([page(2, 'b*1')], 1_000)]
    expect(composeGathered(two, notes('- Un [1]', '- Deux [2]'), false)).toContain('### a.pdf\n\n- Un [1]\n\n### b\\*1.pdf\n\n- Deux [2]')
    expect(composeGathered(parts, notes('', '', ''), false)).toBe('Rien de ce qui a été lu ne répond à cette demande.')
  })
})

describe('a text in another form', () => {
  it('is its parts in order, what is missing said where it is missing', () => {
    const answer = composeTransformed(parts, [{ notes: 'One.' }, { lost: 'failed' }, { notes: 'Three.' }])
    expect(answer).toBe('One.\n\n*(Il manque ici\u00a0: page\u00a02.)*\n\nThree.')
  })

  it('has its documents as sources, under numbers that its own brackets cannot name', () => {
    expect(transformedSources([page(1), page(2), page(3, 'b')]).map(({ number, document_id }) => [number, document_id])).toEqual([
      [4, 'a'],
      [5, 'b'],
    ])
  })
})

describe('the sources of an answer', () => {
  it('are the pages it names', () => {
    expect(citedSources('Un [2], deux [2, 3], rien [9].', [page(1), page(2), page(3)]).map(({ number }) => number)).toEqual([2, 3])
  })

  it('are cut around what the answer takes, where all of them would be too long', () => {
    const filler = 'Une phrase de remplissage, longue et sans intérêt particulier. '.repeat(100)
    const pages = Array.from({ length: 100 }, (_, at) => page(at + 1, 'a', `${filler}Le loyer ${at} vaut 400 euros. ${filler}`))
    const sources = citedSources(pages.map(({ number }) => `- Loyer ${number - 1} : 400 euros [${number}]`).join('\n'), pages)
    expect(sources).toHaveLength(100)
    expect(sources.reduce((sum, { extract }) => sum + extract.length, 0)).toBeLessThanOrEqual(300_000)
    for (const [at, { extract }] of sources.entries()) expect(extract).toContain(`Le loyer ${at} vaut 400 euros.`)
  })
})
