import { describe, expect, it } from 'vitest'
import { isDay } from '../../days.ts'
import { legalSentences } from './legal-sentences.ts'
import { reviewMention, reviewProperties } from './review-mention.ts'
import type { TextReview } from './text-reviews.ts'

const day = (instant: string) => instant.slice(0, 10)
const review = (changes: Partial<TextReview> = {}): TextReview => ({
  id: '00000000-0000-4000-8000-000000000001',
  reviewer: 'Jeanne Durand',
  is_own: false,
  capacity: 'la direction générale',
  reviewed_at: '2026-11-30T09:00:00.000Z',
  digest: 'a'.repeat(64),
  is_current: true,
  ...changes,
})
const text = (reviews: TextReview[], is_generated = true) => ({ is_generated, models: ['petit'], reviews, digest: 'b'.repeat(64) })

describe('the mention', () => {
  it.each([
    [
      'of a generated text that nobody reviewed',
      text([]),
      [expect.stringContaining('sans relecture humaine enregistrée (règlement (UE) 2024/1689, article 50, paragraphe 4)')],
    ],
    ['of a text of people alone', text([], false), []],
    [
      'of a reviewed text',
      text([review()]),
      [
        'Relu par Jeanne Durand, le 2026-11-30, au titre de la direction générale.',
        `Empreinte SHA-256 du texte relu\u00A0: ${'a'.repeat(64)}. Elle prouve une lecture de ce texte, pas sa qualité.`,
      ],
    ],
    [
      'of a text changed since',
      text([review({ is_current: false })]),
      ['Modifié depuis la relecture de Jeanne Durand, le 2026-11-30.', expect.stringContaining('sans relecture humaine enregistrée')],
    ],
    [
      'of a reviewer whose account was deleted',
      text([review({ reviewer: null })]),
      [expect.stringContaining('Relu par une personne dont le compte est supprimé'), expect.anything()],
    ],
  ])('%s', (_, facts, sentences) => {
    expect(reviewMention(facts, day)).toEqual(sentences)
  })

  it('names the paragraph of the law whose source and date are known', () => {
    const [mention] = reviewMention(text([]), day)
    const { source, read } = legalSentences.publication
    const [named] = /article 50, paragraphe 4/.exec(mention!)!
    expect([source.includes(named), source.includes('2024/1689'), isDay(read)]).toEqual([true, true, true])
  })
})

it('the properties say where the text comes from, who reviewed it, and the digests', () => {
  expect(reviewProperties(text([]), '2026-11-30')).toEqual({
    'Parvis.origine': 'intelligence artificielle',
    'Parvis.digitalSourceType': 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    'Parvis.date': '2026-11-30',
    'Parvis.modele': 'petit',
    'Parvis.relu': 'non',
    'Parvis.empreinte_sha256': 'b'.repeat(64),
  })
  expect(reviewProperties(text([review({ is_current: false })]), '2026-11-30')).toMatchObject({
    'Parvis.relu': 'modifié depuis la relecture',
    'Parvis.relu_par': 'Jeanne Durand',
    'Parvis.empreinte_relue_sha256': 'a'.repeat(64),
  })
  expect(reviewProperties({ ...text([], false), digest: null, models: [] }, '2026-11-30')).toEqual({
    'Parvis.origine': 'humaine',
    'Parvis.date': '2026-11-30',
    'Parvis.relu': 'non',
  })
})
