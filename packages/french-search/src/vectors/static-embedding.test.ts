import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnalyser } from '../language/analyse.ts'
import { directionEncoding, product, unitEncoding } from './byte-vectors.ts'
import { countTerms, loadStaticEmbedding } from './static-embedding.ts'

const embedding = loadStaticEmbedding()
const { textTerms } = createAnalyser()
const embed = (text: string): Int8Array => unitEncoding.toBytes(embedding.embed(countTerms(textTerms(text))))
const cosine = (a: Int8Array, b: Int8Array): number => product(a, b) * unitEncoding.scale(a) * unitEncoding.scale(b)
const alike = (a: string, b: string): number => cosine(embed(a), embed(b))

test.each([
  ['congés maladie des agents publics', 'arrêt de travail du fonctionnaire', 'collecte des ordures ménagères'],
  ['autorisation pour bâtir un pavillon', 'permis de construire une maison', 'débat d’orientation budgétaire'],
  ['prolonger une sépulture au cimetière', 'renouveler une concession funéraire', 'marché à procédure adaptée'],
])('«%s» is nearer «%s» than «%s»', (text, near, far) => expect(alike(text, near)).toBeGreaterThan(alike(text, far) + 0.1))

test('a stem outside the vocabulary borrows its relatives, a word without relatives is nothing', () => {
  expect(embedding.knows('sepulturxyz')).toBe(false)
  expect(cosine(unitEncoding.toBytes(embedding.embed(new Map([['sepulturxyz', 1]]))), embed('sépulture'))).toBeGreaterThan(0.3)
  expect(embedding.embed(countTerms(['zzzzzz', 'l2121-29'])).every((value) => value === 0)).toBe(true)
})

test('any terms: a vector has length one or zero, and survives quantisation', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('mair', 'budget', 'permis', 'construir', 'zzzzzz', 'enfant'), { maxLength: 30 }), (terms) => {
      const vector = embedding.embed(countTerms(terms))
      const length = Math.hypot(...vector)
      expect(length === 0 || Math.abs(length - 1) < 1e-4).toBe(true)
      const bytes = directionEncoding.toBytes(vector)
      const across = vector.reduce((sum, value, j) => sum + value * bytes[j]!, 0) * directionEncoding.scale(bytes)
      if (length > 0) expect(across).toBeGreaterThan(0.995)
    }),
  )
})
