import { expect, test } from 'vitest'
import { createVocabulary, joinLines } from './join-lines.ts'

/** Joins « sous-|préfet »: the end of a line and the start of the next one. */
const joined = (text: string, words: string[] = []) => {
  const [before, after] = text.split('|') as [string, string]
  return joinLines(
    before,
    after,
    createVocabulary(() => words),
  )
}

test.each([
  'le sous-|préfet',
  'la vice-|présidente,',
  'au rez-|de-chaussée',
  'au rez-de-|chaussée',
  'c’est-|à-dire',
  'c’est-à-|dire',
  'une demi-|journée',
  'l’après-|midi',
  'un avant-|projet',
  'une contre-|visite',
  'l’ex-|maire',
  'non-|recevoir',
  'à mi-|parcours',
  'la quasi-|totalité',
  'une auto-|évaluation',
  'y a-t-|il',
  'y a-|t-il',
  'doit-|elle',
  'adressez-|vous',
  'celui-|ci',
  'cette année-|là',
  'lui-|même',
  'quatre-|vingt-dix',
  'soixante-|douze',
  'vingt-|deux',
  'le procès-|verbal',
  'peut-|être',
  'au-|delà',
  'ci-|joint',
  'un rendez-|vous',
  'la main-|d’œuvre',
  'Aix-|en-Provence',
  'Châlons-en-|Champagne',
  'SAINT-|DENIS',
  'la Covid-|19',
  'années 2024-|2025',
  'un arc-en-|ciel',
  'le centre-|ville',
  'le garde-|champêtre',
  'l’anti-|incendie',
  'une micro-|crèche',
  'un multi-|accueil',
  'le savoir-|faire',
  "c'est-à-|dire",
  'est-|il',
  'la belle-|fille',
  'le week-|end',
  'un pique-|nique',
  'l’état-|major',
  'la quote-|part',
  'un timbre-|poste',
  'la date-|butoir',
])('keeps the hyphen of %s', (text) => expect(joined(text)).toBe(text.replace('|', '')))

test.each([
  'la conven-|tion',
  'une beau-|té',
  'la quoti-|té',
  'un piquet-|te',
  'une carte-|rie',
  'sous-|crire',
  'une sous-préfec-|ture',
  'la sous-|traction',
  'ex-|périence',
  'ex-|ercice',
  'le mi-|nistre',
  'le contre-|venant',
  'une auto-|risation',
  'nou-|velle',
  'éco-|le',
  'gen-|til',
  'mer-|ci',
  'col-|lectivité',
  'la gran-|deur',
  'posi-|tion',
  'une ving-|taine',
  'une entre-|prise',
  'compé-|tence',
  'un ci-|toyen',
  'le lieu-|tenant',
  'ils garde-|ront',
  'un porte-|feuille',
  'franco-|phone',
  'inter-|communal',
  'le mini-|stère',
  'pluri-|annuel',
  'pro-|cès',
  'déli\u00AD|bération',
  'délibéra\u2010|tion',
])('joins the word cut in %s', (text) => expect(joined(text)).toBe(text.replace(/.\|/, '')))

test('decides by the same word elsewhere in the document', () => {
  expect(joined('le passe-|temps', ['un passetemps'])).toBe('le passetemps')
  expect(joined('la télé-|déclaration', ['Une télé-déclaration vaut signature.'])).toBe('la télé-déclaration')
  expect(joined('DÉLIBÉ-|RATION', ['la délibération'])).toBe('DÉLIBÉRATION')
  expect(joined('MARTIN-|DURAND', ['la délibération'])).toBe('MARTIN-DURAND')
})

test('leaves dashes between words and after numbers alone', () => {
  expect(joined('Écoles -|crèches')).toBe('Écoles - crèches')
  expect(joined('le lot 12-|voirie')).toBe('le lot 12- voirie')
  expect(joined('art. 775‐|Conformité')).toBe('art. 775‐ Conformité')
  expect(joined('TIERS-|1847')).toBe('TIERS- 1847')
  expect(joined('sans coupure|ici')).toBe('sans coupure ici')
})
