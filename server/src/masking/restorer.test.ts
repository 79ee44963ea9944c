import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MaskedKind } from '@parvis/contract'
import { isFullRun } from '../testing/full-run.ts'
import { createRestorer } from './restorer.ts'

const values: Record<string, string> = {
  personne1: 'Anne Le Goff',
  personne2: 'Yann Riou',
  personne12: 'Zoé Kerr',
  telephone1: '06 39 98 27 43',
  donnee1: '[PERSONNE_1]',
  nir1: '2 69 05 49 588 157 80',
}
const valueOf = (kind: MaskedKind, number: number) => values[`${kind}${number}`]
const restoreIn = (pieces: readonly string[]) => {
  const restorer = createRestorer(valueOf)
  const text = pieces.map((piece) => restorer.push(piece)).join('') + restorer.end()
  return { text, restored: restorer.restored() }
}
const restore = (text: string) => restoreIn([text]).text

test.each([
  ['Bonjour [PERSONNE_1].', 'Bonjour Anne Le Goff.'],
  ['[PERSONNE_1] et [PERSONNE_12]', 'Anne Le Goff et Zoé Kerr'],
  ['[PERSONNE_1, PERSONNE_2]', 'Anne Le Goff, Yann Riou'],
  ['[personne_1] et [Personne_2]', 'Anne Le Goff et Yann Riou'],
  ['[PERSONNE 1] et PERSONNE 2', 'Anne Le Goff et Yann Riou'],
  ['[PERSONNES_1] et PERSONNES_2', 'Anne Le Goff et Yann Riou'],
  ['PERSONNE_1] et [PERSONNE_2', 'Anne Le Goff et Yann Riou'],
  ['\\[PERSONNE\\_1\\]', 'Anne Le Goff'],
  ['**[PERSONNE_1]**, `[PERSONNE_2]`', '**Anne Le Goff**, `Yann Riou`'],
  ['[ PERSONNE_1 ]', 'Anne Le Goff'],
  ['[TÉLÉPHONE_1], [Te\u0301le\u0301phone 1]', '06 39 98 27 43, 06 39 98 27 43'],
  ['| [PERSONNE_1] | [NIR_1] |', '| Anne Le Goff | 2 69 05 49 588 157 80 |'],
  ['[PERSONNE_1](https://exemple.fr/[PERSONNE_2])', '[Anne Le Goff](https://exemple.fr/Yann Riou)'],
  ['[[PERSONNE_1]]', '[Anne Le Goff]'],
  ['[PERSONNE-1]', 'Anne Le Goff'],
  ['[DONNEE_1]', '[PERSONNE_1]'],
  // Left as they are.
  ['[PERSONNE_9] et PERSONNE_9', '[PERSONNE_9] et PERSONNE_9'],
  ['une personne 1, la carte 1, Personne 1', 'une personne 1, la carte 1, Personne 1'],
  ['[1], [2](x), [ ] à faire, \\alpha, [PERSONNEL_1]', '[1], [2](x), [ ] à faire, \\alpha, [PERSONNEL_1]'],
  ['UNE_PERSONNE_1, PERSONNE_1a', 'UNE_PERSONNE_1, PERSONNE_1a'],
  ['[À COMPLÉTER : nom]', '[À COMPLÉTER : nom]'],
  ['[PERSONNE_1234567]', '[PERSONNE_1234567]'],
  ['[', '['],
])('%s', (text, expected) => expect(restore(text)).toBe(expected))

test('counts what it restored, and flags labels that the model invented', () => {
  expect(restoreIn(['[PERSONNE_1] PERSONNE_1 [PERSONNE_7]']).restored).toEqual([
    { kind: 'personne', label: '[PERSONNE_1]', count: 2 },
    { kind: 'personne', label: '[PERSONNE_7]', count: 1, unknown: true },
  ])
})

const fragment = fc.constantFrom(
  '[',
  ']',
  '\\',
  '_',
  ' ',
  '(',
  ')',
  'PERSONNE',
  'personne',
  'PERS',
  'S',
  '1',
  '2',
  '12',
  'É',
  'TÉLÉPHONE',
  '*',
  '`',
  '|',
  '\n',
  'é',
  'NIR',
  'mot',
  '[PERSONNE_1]',
  '[DONNEE_1]',
)
const text = fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(''))

test('restores the same text however it is split', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(120), { maxLength: 12 }), (whole, cuts) => {
      const at = [...new Set([0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length])].toSorted((one, other) => one - other)
      expect(restoreIn(at.slice(1).map((end, index) => whole.slice(at[index], end)))).toEqual(restoreIn([whole]))
    }),
    { numRuns: 3_000 },
  )
})

test('holds back no more than the beginning of a label', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const restorer = createRestorer(() => undefined)
      let shown = ''
      for (const character of whole) shown += restorer.push(character)
      expect(whole.length - shown.length).toBeLessThanOrEqual(32)
      expect(shown + restorer.end()).toBe(whole)
    }),
  )
  const restorer = createRestorer(valueOf)
  expect(restorer.push('Bonjour [')).toBe('Bonjour ')
  expect(restorer.push('lien')).toBe('[lien')
  expect(restorer.push(' [PERSONNE_1')).toBe(' ')
  expect(restorer.push(']')).toBe('')
  expect(restorer.push(' !')).toBe('Anne Le Goff !')
})

const splitCount = isFullRun ? 1_000 : 25
const written = [
  '[PERSONNE_1]',
  '[personne 2]',
  '\\[PERSONNE\\_12\\]',
  'PERSONNE_1',
  '**[TÉLÉPHONE_1]**',
  '[NIR_1',
  '[PERSONNES_2]',
  '[DONNEE_1]',
  '[PERSONNE_1](x)',
  '[PERSONNE_40]',
]
const sentence = fc.constantFrom('Madame, Monsieur, ', ' habite ici. ', '\n\n- ', ' | ', ' [1] ', ' écrit à ', '`code`, ', ' **en gras** ', 'l’an 2026 (', ') ')
const reply = fc.array(fc.oneof(sentence, fc.constantFrom(...written)), { minLength: 8, maxLength: 40 }).map((parts) => parts.join(''))

test(`restores each of 200 replies identically in ${splitCount} random splits`, () => {
  let state = 52
  const below = (count: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % count
  for (const whole of fc.sample(reply, { numRuns: 200, seed: 52 })) {
    const expected = restoreIn([whole])
    for (let split = 0; split < splitCount; split += 1) {
      const pieces: string[] = []
      const most = 1 + below(12)
      for (let at = 0; at < whole.length;) {
        const end = at + 1 + below(most)
        pieces.push(whole.slice(at, end))
        at = end
      }
      expect(restoreIn(pieces)).toEqual(expected)
    }
  }
})
