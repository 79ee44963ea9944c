import { expect, test } from 'vitest'
import { createMaskingDetector } from './detection.ts'
import { createLabelBook, digestOf, type LabelRow } from './label-book.ts'
import { maskTexts } from './mask-texts.ts'
import { newReading } from './readings.ts'
import { createRestorer } from './restorer.ts'
import { foldText, joinSpans } from './spans.ts'

const detector = createMaskingDetector({ keep: ['Marie Curie'], filePatterns: ['CCAS-[0-9]{5}'] })
const secret = new Uint8Array(32).fill(7)
const startReading = (stored: readonly LabelRow[] = []) => newReading(stored, (kind, key) => digestOf(secret, 'conversation', kind, key))

/** Masks texts of one conversation, and restores what was masked. */
function mask(
  texts: readonly string[],
  { keep = [], add = [], reading = startReading() }: { keep?: string[]; add?: string[]; reading?: ReturnType<typeof startReading> } = {},
) {
  const { texts: masked, masked: data } = maskTexts(reading, detector, texts, { isFound: true, choice: { keep, add } })
  const restore = (text: string) => {
    const restorer = createRestorer(reading.book.valueOf)
    return restorer.push(text) + restorer.end()
  }
  return { masked, data, restored: masked.map(restore), restore }
}

test.each([
  ['a NIR over two lines', 'NIR : 2 69 05 49\n588 157 80.', 'NIR : [NIR_1].', 'NIR : 2 69 05 49 588 157 80.'],
  ['zero-width characters', 'tél. 06\u200b 39\u200b 98 27 43', 'tél. [TELEPHONE_1]', null],
  ['full-width digits', 'tél. ０６ ３９ ９８ ２７ ４３', 'tél. [TELEPHONE_1]', null],
  ['no-break spaces', 'tél. 06\u00a039\u00a098\u00a027\u00a043', 'tél. [TELEPHONE_1]', null],
  ['right-to-left text beside', 'اتصل a.legoff@exemple.fr الآن', 'اتصل [COURRIEL_1] الآن', null],
  ['a link', '[écrire](mailto:a.legoff@exemple.fr)', '[écrire](mailto:[COURRIEL_1])', null],
  ['a table', '| nom | tél. |\n|---|---|\n| x | 06 39 98 27 43 |', '| nom | tél. |\n|---|---|\n| x | [TELEPHONE_1] |', null],
  ['code', '`a.legoff@exemple.fr`', '`[COURRIEL_1]`', null],
  ['a typed label', 'La case [NIR_1], PERSONNE_2, [téléphone 3].', 'La case [DONNEE_1], [DONNEE_2], [DONNEE_3].', null],
  ['a file number', 'dossier CCAS-12345', 'dossier [DOSSIER_1]', null],
  ['a person of the settings', 'Le collège Marie Curie, Mme Marie Curie.', 'Le collège Marie Curie, Mme Marie Curie.', null],
  [
    'nothing',
    'Une question sans donnée, article L. 2121-29, SIRET 217 500 016 00019.',
    'Une question sans donnée, article L. 2121-29, SIRET 217 500 016 00019.',
    null,
  ],
  ['an empty text', '', '', null],
])('%s', (_name, text, expected, restored) => {
  const { masked, restored: back } = mask([text])
  expect(masked).toEqual([expected])
  expect(back).toEqual([restored ?? text])
})

test('spellings of one value, and forms of one name, share a label; two people of one surname do not', () => {
  const { masked } = mask([
    'Mme Anne Le Goff (06 39 98 27 43) et M. Yann Le Goff.',
    'LE GOFF Anne, +33 6 39 98 27 43 ; A.LEGOFF@exemple.fr, a.legoff@exemple.fr.',
  ])
  expect(masked).toEqual(['Mme [PERSONNE_1] ([TELEPHONE_1]) et M. [PERSONNE_2].', '[PERSONNE_1], [TELEPHONE_1] ; [COURRIEL_1], [COURRIEL_1].'])
})

test('a value is found again in a text that does not tell its kind', () => {
  const { masked } = mask(['mot de passe : Soleil-2031-Vent ; né le 12/03/1980', 'Soleil-2031-Vent ne marche plus. 12/03/1980 ?'])
  expect(masked[1]).toBe('[SECRET_1] ne marche plus. [NAISSANCE_1] ?')
})

test('choices of the person: kept in any spelling, added whatever the case, and only as whole words', () => {
  const text = 'Le 06 39 98 27 43, le dossier rouge, LE DOSSIER ROUGE, le dossier rougeâtre.'
  expect(mask([text], { keep: ['+33639982743'], add: ['le dossier rouge'] }).masked).toEqual([
    'Le 06 39 98 27 43, [DONNEE_1], [DONNEE_1], le dossier rougeâtre.',
  ])
})

test('labels are the same from stored digests, whatever the order in which values come back', () => {
  const first = startReading()
  mask(['a@exemple.fr, b@exemple.fr, c@exemple.fr'], { reading: first })
  const stored = [...first.book.newRows()]
  expect(JSON.stringify(stored)).not.toMatch(/exemple/)
  expect(mask(['c@exemple.fr, d@exemple.fr, a@exemple.fr'], { reading: startReading(stored) }).masked).toEqual(['[COURRIEL_3], [COURRIEL_4], [COURRIEL_1]'])
  expect(createLabelBook(stored, (kind, key) => digestOf(secret, 'another', kind, key)).numberOf('email', 'a@exemple.fr')).toBe(4)
})

test('spans that overlap are joined, so that no part of a value is left', () => {
  const span = (start: number, end: number) => ({ start, end, kind: 'donnee' as const })
  expect(joinSpans([span(4, 9), span(0, 6), span(9, 12), span(10, 11)])).toEqual([span(0, 9), span(9, 12)])
})

test('50,000 values keep their labels, in linear time', () => {
  const texts = Array.from({ length: 50 }, (_, page) => Array.from({ length: 1_000 }, (_, at) => `agent${page * 1_000 + at}@exemple.fr`).join(' '))
  const { masked, restored } = mask(texts)
  expect(masked.at(-1)!.endsWith('[COURRIEL_50000]')).toBe(true)
  expect(restored).toEqual(texts)
}, 60_000)

test.each(['Éléonore’s ÀÇ œuvre', 'İstanbul ı', '𝒜𝒷 😀', 'ﬁn', 'e\u0301'])('folding %s leaves the offsets as they are', (text) =>
  expect(foldText(text)).toHaveLength(text.length),
)
