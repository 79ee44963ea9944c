import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citedNumbers, createCitationFilter } from './citation-filter.ts'

const filtered = (pieces: readonly string[], known: readonly number[]): string => {
  let out = ''
  const filter = createCitationFilter(new Set(known), (text) => {
    out += text
  })
  for (const piece of pieces) filter.push(piece)
  filter.end()
  return out
}

describe('the citations of a streamed answer', () => {
  it('keep the pages that were read and lose the others, wherever the stream is cut', () => {
    const text = 'Le budget [41] monte [9999], voir [41, 12; 57] et [57][3]. Un [lien](https://exemple.fr) et [ ] case [x].'
    const wanted = 'Le budget [41] monte , voir [41][57] et [57]. Un [lien](https://exemple.fr) et [ ] case [x].'
    expect(filtered([text], [41, 57])).toBe(wanted)
    expect(filtered([...text], [41, 57])).toBe(wanted)
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length }), { maxLength: 8 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
        const pieces = places.slice(1).map((place, at) => text.slice(places[at], place))
        expect(filtered(pieces, [41, 57])).toBe(wanted)
      }),
    )
  })

  it('do not hold back a bracket that never closes', () => {
    const endless = `[${'1, '.repeat(100)}fin`
    expect(filtered([...endless], [1])).toBe(endless)
    expect(filtered(['texte ['], [1])).toBe('texte [')
  })

  it('are found in groups too', () => {
    expect([...citedNumbers('a [1][2, 30] b [4;5] c [note] [123456]')]).toEqual([1, 2, 30, 4, 5])
  })
})
