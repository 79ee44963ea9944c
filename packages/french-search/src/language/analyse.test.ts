import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnalyser } from './analyse.ts'

const analyser = createAnalyser()
const terms = analyser.textTerms

test('a legal reference is one term however it is typed', () => {
  const typed = ['L. 2121-29', 'L2121-29', 'L.2121-29', 'article L 2121-29', 'l’article L. 2121-29', 'art. L.2121-29']
  for (const reference of typed) expect(terms(reference), reference).toContain('l2121-29')
  expect(terms('R.* 123-4, R*123-4, LO 141 et L.O. 141-1')).toEqual(['r123-4', 'r123-4', 'lo141', 'lo141-1'])
  expect(terms('n° 2024-15')).toEqual(['n2024-15'])
  expect(terms('n°2024/15')).toEqual(['n2024-15'])
  expect(terms('loi 82-213 du 2 mars 1982')).toContain('n82-213')
})

test('an article and the act that follows it make a reference of their own', () => {
  const found = terms('l’article 12 du décret n° 2016-360 relatif aux marchés publics')
  expect(found).toEqual(expect.arrayContaining(['art12', 'n2016-360', 'art12@n2016-360']))
  expect(terms('article premier')).toEqual(['art1'])
})

test('ordinary letters and numbers are not references', () => {
  expect(terms('l’an 2000')).toEqual(['an', '2000'])
  expect(terms('à 2 000 habitants')).toEqual(['2000', 'habit'])
  expect(terms('2023-2024')).toEqual(['2023', '2024'])
  expect(terms('le 2016-03-25')).toEqual(['2016', '03', '25'])
})

test('accents help the stemmer, then leave', () => {
  expect(terms('délibérations')).toEqual(terms('DÉLIBÉRATION'))
  expect(terms('municipalité')).toEqual(terms('municipalite'))
  expect(terms('œuvres')).toEqual(terms('oeuvre'))
  expect(terms('a été même')).toEqual([])
})

test('elisions, acronyms with dots, grades and grouped thousands', () => {
  expect(terms('Jusqu’à l’arrêté qu’il prend')).toEqual(['arret', 'prend'])
  expect(terms('le C.C.A.S.')).toEqual(['ccas'])
  expect(terms('catégorie C')).toEqual(['categor', 'categorie-c'])
  expect(terms('40 000 €')).toEqual(['40000'])
  expect(terms('PLUi et M57')).toEqual(['plui', 'm57'])
})

test.each([
  ['12 500,50 €', '12500,5 €', '12.500,50 €', '12\u202f500,50 €'],
  ['30 000,00 €', '30 000 €', '30000 €'],
  ['3,5 %', '3.5 %', '3,50%'],
  ['article 12', 'art. 12', 'art 12', 'Art.12'],
  ['article L. 2121-29', 'art. L.2121-29', 'art. L2121-29'],
  ['les articles 12, 13 et 14', 'article 12, article 13, article 14'],
  ['délibération n° 2024-15', 'délibération 2024-15', 'délibération 2024/15', 'délibération n°2024-015'],
  ['1er adjoint', 'premier adjoint', '1ᵉʳ adjoint'],
  ['la 1ère tranche', 'la première tranche', 'la 1re tranche'],
  ['le 2ème lot', 'le 2e lot'],
  ['12 mars 2024', '12/03/2024', '12.03.2024'],
  ['1er mars 2024', '01/03/2024', '1ᵉʳ mars 2024'],
  ['art L2121-29', 'article L. 2121-29'],
  ['art. A. 421-3', 'art A421-3', 'article A. 421-3'],
  ['35 heures', '35h', '35 h'],
  ['1 607 heures', '1607h', '1607 h', '1 607h'],
  ['8h', '08h', '8h00', '8 heures'],
  ['1200 €', '1.200 €', '1 200 €', '1.200,00 €'],
  ['25 000 000 euros', '25.000.000 euros', '25000000 euros'],
  ['de 40 000 € HT à 90 000 € HT', 'de 40.000 € HT à 90.000 € HT'],
  ['0,125 €', '0.125 €'],
  ['1,125 %', '1.125 %'],
  ['10h30', '10 h 30'],
  ['20 m²', '20m2', '20 m2', '20m²'],
])('« %s » is searched however it is typed', (typed, ...others) => {
  for (const other of others) expect(terms(other), other).toEqual(terms(typed))
  for (const one of [typed, ...others]) expect(analyser.questionTerms(one), one).toEqual(terms(typed))
})

test('figures that look alike stay apart', () => {
  expect(terms('école d’art 12 rue Haute')).not.toContain('art12')
  expect(terms('article 1er')).toEqual(['art1'])
  expect(terms('de 2023 à 2024, 12.50')).toEqual(['2023', '2024', '12', '50'])
  expect(terms('article 12, 500 agents')).toEqual(['art12', '500', 'agent'])
})

test.each([
  ['la participation de l’État', 'les États'],
  ['les séjours d’été', 'cet été', 'l’été 2026', 'été', 'les étés'],
  ['les sommes dues', 'une somme due'],
  ['le fait générateur', 'les faits générateurs'],
  ['un car scolaire', 'les cars scolaires'],
  ['le pouvoir de police', 'les pouvoirs de police'],
  ['le document unique', 'document unique'],
  ['la chose jugée', 'chose jugée'],
])('a noun spelt like a function word is a term: « %s »', (text, ...others) => {
  const [noun] = terms(text).filter((term) => others.every((other) => terms(other).includes(term)))
  expect(noun).toBeDefined()
  for (const other of others) expect(analyser.questionTerms(`${other} ?`), other).toContain(noun)
})

test.each(['Il a été décidé', 'Nous sommes tenus', 'ce qu’il fait', 'car il pleut', 'il est parti', 'il ne peut PAS', 'pour avoir un permis'])(
  'the function word is none: « %s »',
  (text) => expect(terms(text).join(' ')).not.toMatch(/nom|somm|fait|\bcar\b|acronym|avoir/),
)

test.each([
  'Ai-je besoin d’un permis ?',
  'Est-ce obligatoire ?',
  'Que dit ce document sur le permis ?',
  'Que prévoit le texte ?',
  'J’ai une question sur le permis',
])('a noun that only asks is no subject: « %s »', (question) =>
  expect(analyser.questionTerms(question).join(' ')).not.toMatch(/besoin|docu|text.* |question|obligatoir.* /),
)

test.each([
  ['télé-travail', 'télétravail'],
  ['co-voiturage', 'covoiturage'],
  ['plate-forme', 'plateforme'],
  ['auto-entrepreneurs', 'autoentrepreneur'],
  ['sous-préfète', 'sous-préfètes'],
  ['temps non complet', 'temps non-complet'],
  ['rez-de-chaussée', 'rez-de-chaussées'],
])('a compound is indexed as one word too: « %s »', (compound, other) => {
  const common = analyser.indexTerms(compound).filter((term) => analyser.indexTerms(other).includes(term))
  expect(common.some((term) => !terms(compound).includes(term))).toBe(true)
  expect(analyser.compounds(compound).map(({ joined }) => joined)).toContain(common.at(-1))
})

test.each(['peut-il', 'celui-ci', 'dites-moi', 'non pas', 'sans la liste', '2023-2024', 'Y a-t-il'])('« %s » is no compound', (text) => {
  expect(analyser.indexTerms(text)).toEqual(terms(text))
})

test('words read alike whether other figures stand beside them or not', () => {
  expect(terms('le premier mai')).toEqual(terms('le 1er mai'))
  expect(terms('le premier mai, 3 agents')).toEqual([...terms('le premier mai'), '3', ...terms('agents')])
})

test.each(['l’art a 20 ans', 'le street art a été financé en 2024'])('« %s » names no article', (text) => expect(terms(text)).toContain('art'))

test('a question loses its question words, never all its words', () => {
  expect(analyser.questionTerms('Comment peut-on obtenir un permis de construire ?')).toEqual(['obten', 'perm', 'construir'])
  expect(analyser.questionTerms('Quel document ?')).toEqual(['docu'])
  expect(analyser.questionTerms('Est-ce que c’est à lui ?')).toEqual([])
})

test('any text: terms are folded, without spaces, and case and typography do not change them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      for (const term of terms(text)) expect(term).not.toMatch(/\s|^$/u)
    }),
  )
  const words = fc.array(fc.constantFrom('l’arrêté', 'L. 2121-29', 'commune', 'D’office', 'n° 2024-15', 'École', 'budget', 'article 4'), { maxLength: 12 })
  fc.assert(
    fc.property(words, (list) => {
      const text = list.join(' ')
      expect(terms(text.replaceAll('’', "'"))).toEqual(terms(text))
      expect(terms(text.normalize('NFD'))).toEqual(terms(text))
      expect(terms(text.replaceAll(' ', '\u00a0'))).toEqual(terms(text))
    }),
  )
})
