import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

test.each([
  ['M. Dupont et Mme Martin sont élus. La séance est levée.', 2],
  ['Vu l’art. L. 2121-29 du code. Vu le décret n° 2016-360.', 2],
  ['Le conseil (cf. annexe p. 12) approuve. Adopté.', 2],
  ['La C.A.O. s’est réunie. Elle propose de retenir l’offre.', 2],
  ['Est-ce possible ? Oui, sous conditions ! Voir ci-dessous.', 3],
  ['Le montant est de 12.5 millions d’euros env. pour 3 ans.', 1],
])('%s', (text, count) => expect(splitSentences(text)).toHaveLength(count))

test('any text: sentences give the text back, white space apart', () => {
  const squeeze = (text: string): string => text.replace(/\s+/g, '')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      expect(squeeze(splitSentences(text).join(' '))).toBe(squeeze(text))
    }),
  )
  const long = 'Le maire informe le conseil. '.repeat(400)
  expect(splitSentences(long)).toHaveLength(400)
})
