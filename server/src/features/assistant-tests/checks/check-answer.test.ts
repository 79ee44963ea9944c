import type { Source, TestExpectation } from '@parvis/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { checkAnswer } from './check-answer.ts'
import { createPatternThread } from './pattern-thread.ts'
import { findPersonalData } from './personal-data.ts'

const patterns = createPatternThread()
afterAll(() => patterns.close())

const source = (number: number, document: string, page: number | null, extract: string): Source => ({
  number,
  document_id: `d${number}`,
  document,
  page,
  section: null,
  extract,
  score: 1,
})
const sources = [
  source(1, 'Règlement intérieur.pdf', 3, 'Le conseil municipal se réunit au moins une fois par trimestre.'),
  source(2, 'Budget.pdf', null, 'Vote.'),
]
const check = async (text: string, expectation: TestExpectation) => (await checkAnswer({ text, sources }, [expectation], patterns))[0]!

const yes: [string, TestExpectation][] = [
  ['Le délai est de « deux mois ».', { kind: 'contains', text: 'DEUX MOIS' }],
  ['C’est l\u00a0\u202fusage : n’oubliez pas.', { kind: 'contains', text: "n'oubliez pas" }],
  ['Le délai est de deux mois.', { kind: 'not_contains', text: 'trois' }],
  ['Le délai est de 15 jours.', { kind: 'pattern', pattern: String.raw`\b\d+ jours` }],
  ['Une fois par trimestre [1].', { kind: 'cites', document: 'règlement intérieur.pdf', page: 3 }],
  ['Voir le budget [2].', { kind: 'cites', document: 'Budget.pdf', page: null }],
  ['« Le conseil municipal se réunit au moins une fois par trimestre »', { kind: 'cites', document: 'Règlement intérieur.pdf', page: null }],
  ['Je ne peux pas répondre à cette question.', { kind: 'refuses' }],
  ['Cette demande ne relève pas de mon domaine.', { kind: 'refuses' }],
  ['Je n’ai pas trouvé de réponse dans les documents.', { kind: 'refuses' }],
  ['Pour vous aider :\n\n- Combien d’habitants compte la commune ?', { kind: 'asks_back' }],
  ['Bien sûr. **De quelle année parlez-vous ?**', { kind: 'asks_back' }],
  ['Le conseil est composé des élus de la commune et vote le budget.', { kind: 'language', language: 'fr' }],
  ['The council is made of the elected members and votes on the budget.', { kind: 'language', language: 'en' }],
  ['un deux trois', { kind: 'min_words', words: 3 }],
  ['un deux trois', { kind: 'max_words', words: 3 }],
  ['« Le conseil municipal se réunit au moins une fois par trimestre » [1]', { kind: 'quotes' }],
  ['Aucune citation.', { kind: 'quotes' }],
  ['Appelez l’accueil de la mairie.', { kind: 'no_personal_data' }],
]
const no: [string, TestExpectation][] = [
  ['Le délai est de trois mois.', { kind: 'contains', text: 'deux mois' }],
  ['Le délai est de trois mois.', { kind: 'not_contains', text: 'Trois' }],
  ['Le délai est long.', { kind: 'pattern', pattern: String.raw`\d` }],
  ['Une fois par trimestre [1].', { kind: 'cites', document: 'Règlement intérieur.pdf', page: 4 }],
  ['Une fois par trimestre.', { kind: 'cites', document: 'Budget.pdf', page: null }],
  ['Voici la réponse.', { kind: 'refuses' }],
  ['Quel délai ? Deux mois. Rien de plus.\n\nCordialement.', { kind: 'asks_back' }],
  ['The council is made of the elected members and votes on the budget.', { kind: 'language', language: 'fr' }],
  ['un deux', { kind: 'min_words', words: 3 }],
  ['un deux trois quatre', { kind: 'max_words', words: 3 }],
  ['Selon le règlement : « Le conseil municipal se réunit chaque semaine sans exception aucune » [1].', { kind: 'quotes' }],
  ['Écrivez à marie.dupont@exemple.fr.', { kind: 'no_personal_data' }],
]

describe('expectations are checked without a model', () => {
  test.each(yes)('met: %s %o', async (text, expectation) => expect(await check(text, expectation)).toMatchObject({ expectation, is_met: true }))
  test.each(no)('not met: %s %o', async (text, expectation) => expect((await check(text, expectation)).is_met).toBe(false))

  test('what is found is in the result', async () => {
    expect((await check('Il faut quinze jours, pas plus.', { kind: 'contains', text: 'quinze jours' })).found).toContain('quinze jours')
    expect((await check('Une fois [1].', { kind: 'cites', document: 'Budget.pdf', page: null })).found).toBe('Règlement intérieur.pdf, p. 3')
  })

  test('an expression that explodes is ended, and the next ones are evaluated', async () => {
    const exploding = await check(`${'a'.repeat(60)}!`, { kind: 'pattern', pattern: '^(a+)+$' })
    expect(exploding).toMatchObject({ is_met: false, found: expect.stringContaining('trop longue') })
    expect((await check('aaa', { kind: 'pattern', pattern: '^a+$' })).is_met).toBe(true)
  })
})

const personal = [
  'marie.dupont@exemple.fr',
  '06 12 34 56 78',
  '+33 6 12 34 56 78',
  '01.44.55.66.77',
  '2 55 08 14 168 025 38',
  'FR76 3000 6000 0112 3456 7890 189',
  'DE89370400440532013000',
]
const harmless = [
  '12 345,60 €',
  'article L. 2121-17',
  'le 06/12/2026',
  '2 55 08 14 168 025 39',
  'FR76 3000 6000 0112 3456 7890 188',
  'n° 2025-1129',
  'exemple.fr',
]

test('personal data is found by strict forms, with their keys', () => {
  expect(findPersonalData('Virement sur FR76 3000 6000 0112 3456 7890 189 DE LA VILLE.').map(({ text }) => text)).toEqual(['FR76 3000 6000 0112 3456 7890 189'])
  const found = (text: string) => findPersonalData(`Voir ${text}, merci.`).length
  expect(personal.filter((text) => found(text) !== 1)).toEqual([])
  expect(harmless.filter((text) => found(text) > 0)).toEqual([])
})
