import { describe, expect, it } from 'vitest'
import { createDetector, samePerson, valueKey } from '../index.ts'
import { extractDictionaries, sources } from '../dictionaries/extract.ts'
import { readFileSync } from 'node:fs'

const named = (text: string, options = {}, known: string[] = []): string[] =>
  createDetector(options)
    .find(text, known)
    .filter(({ kind }) => kind === 'personne')
    .map(({ start, end }) => text.slice(start, end))

describe('names', () => {
  it.each([
    ['a civility', 'Mme Le Goff et M. d’Argoult, avec le Dr Benali et Me Petit', ['Le Goff', 'd’Argoult', 'Benali', 'Petit']],
    ['a list after a plural civility', 'MM. Blanc, Petit et Durand sont sortis', ['Blanc', 'Petit', 'Durand']],
    ['a couple', 'M. et Mme Jean Durand', ['Jean Durand']],
    ['offices', 'Monsieur le Maire, Mme la Directrice, M. LE PRÉFET, Madame la Sous-Préfète', []],
    ['an office with a name', 'M. le Maire Yves Kerbrat', ['Yves Kerbrat']],
    ['a listed first name', 'Vu avec Soazig Kerbrat hier', ['Soazig Kerbrat']],
    ['a surname first', 'KERBRAT Soazig et DES ESSARTS Pierre-Yves', ['KERBRAT Soazig', 'DES ESSARTS Pierre-Yves']],
    ['an initial', 'Rédigé par J.-P. Kerbrat', ['J.-P. Kerbrat']],
    ['articles of law', 'articles L. 2121-29, R. 417-11 et A. 123-4', []],
    ['fields', 'Nom : BLANC\nPrénom : Rose', ['BLANC', 'Rose']],
    ['a field in lower case', 'nom : dupont\nprénom : léa', ['dupont', 'léa']],
    ['an empty form', 'Nom :\nPrénom :\nAdresse :', []],
    ['an e-mail header', 'De : "Kerbrat, Soazig" <s@exemple.fr>\nÀ : Service urbanisme', ['Kerbrat, Soazig']],
    ['an attendance list', 'Présents : Yves Kerbrat, LE BIHAN Anne\nAbsents : néant', ['Yves Kerbrat', 'LE BIHAN Anne']],
    [
      'an attendance list in lines',
      'Excusés :\n- TÉCHER JIMMY\n- Blanc Rose (pouvoir à Yves Kerbrat)\n\nOrdre du jour',
      ['TÉCHER JIMMY', 'Blanc Rose', 'Yves Kerbrat'],
    ],
    ['a Markdown table', '| Nom | Prénom | Ville |\n|---|---|---|\n| Petit | Rose | Brest |', ['Petit', 'Rose']],
    ['a table with tabs', 'Élève\tClasse\nKERBRAT Yves\tCM2', ['KERBRAT Yves']],
    ['a file with commas', 'nom,prenom,ville\nPetit,Rose,Brest', ['Petit', 'Rose']],
    ['a table without a head', 'A1\tKERBRAT Yves\tNord\nA2\tBLANC Rose\tSud\nA3\tPETIT Marie\tEst', ['KERBRAT Yves', 'BLANC Rose', 'PETIT Marie']],
    ['a signature', 'Cordialement,\nFatou', ['Fatou']],
    ['a greeting', 'Bonjour Soazig,', ['Soazig']],
    ['a relative', 'Mon fils Yves et ma mère, Rose Petit, sont là', ['Yves', 'Rose Petit']],
    ['a birth name', 'Mme Anne Kerbrat, née Le Goff', ['Anne Kerbrat', 'Le Goff']],
    ['a surname alone, once known', 'Soazig Kerbrat est là. Kerbrat propose ; KERBRAT signe.', ['Soazig Kerbrat', 'Kerbrat', 'KERBRAT']],
    ['a surname that is a word', 'Mme Rose Blanc est là. Blanc demande le papier blanc.', ['Rose Blanc', 'Blanc']],
    ['a surname that is a town', 'M. Jean Laval part à Laval. Laval revient.', ['Jean Laval', 'Laval']],
    ['places', 'École Jules-Ferry, rue Jean Jaurès, salle Simone Veil, collège Lucie Aubrac, place du Général Leclerc', []],
    ['famous people', 'Une exposition sur Camille Claudel et Victor Hugo', []],
    ['organisations', 'Le Crédit Agricole, Orange et la Communauté de communes du Val d’Oriel', []],
    ['a label', '[PERSONNE_1] et Mme [PERSONNE_2] ; Bonjour [PERSONNE_3]', []],
    [
      'roles before surnames',
      'Les agents Ollivier, Le Bris et Morvan ; le dossier Le Goff ; appeler Garnier',
      ['Ollivier', 'Le Bris', 'Morvan', 'Le Goff', 'Garnier'],
    ],
    ['a note without capitals', 'mme kervella lea a vu karim benali, je m’appelle patrick ollivier', ['kervella lea', 'karim benali', 'patrick ollivier']],
    ['a vote', 'A voté : LEROY, GARNIER. Contre : FAURE', ['LEROY', 'GARNIER', 'FAURE']],
    ['a closing on the line of the name', 'À demain.\nBises, Léa', ['Léa']],
    ['a transcript', '[10:32] Klervi d’Abbadie : bonjour', ['Klervi d’Abbadie']],
    ['a first name alone', 'Vu avec Rosalie et la petite Chloé. Patrick a dit oui.', ['Rosalie', 'Chloé', 'Patrick']],
    ['a surname and an initial', '• OLLIVIER P. (DGS), CASF R. 123-4', ['OLLIVIER P']],
    ['a table with empty lines', '| Nom | Prénom |\n\n|---|---|\n\n| Petit | Rose |', ['Petit', 'Rose']],
    ['brands and works', 'Microsoft Word, LibreOffice Calc, Tarte Tatin, Le Petit Prince de Saint-Exupéry, Berger-Levrault', []],
    ['authorities', 'Conseil Régional de Bretagne, Rennes Métropole, Banque Postale, Conseil Général de l’Hérault', []],
    ['titles of a budget', 'BUDGET PRIMITIF 2025 – SECTION DE FONCTIONNEMENT – CHARGES À CARACTÈRE GÉNÉRAL', []],
    [
      'particles that begin a surname',
      'Mme Le Pont et M. De La Tour ; Anne Le Pont ; M. Lê ; Brigitte Da\nFonte',
      ['Le Pont', 'De La Tour', 'Anne Le Pont', 'Lê', 'Brigitte Da\nFonte'],
    ],
    ['an export in JSON and in XML', '{"nom": "Blanc", "prenom":"Rose", "ville":"Brest"} <nom>Petit</nom><ville>Brest</ville>', ['Blanc', 'Rose', 'Petit']],
    [
      'two columns without a head',
      '| Garrec | Yves | 3 |\n| Kervella | Léa | 4 |\n| Blanc | Paul | 5 |',
      ['Garrec', 'Yves', 'Kervella', 'Léa', 'Blanc', 'Paul'],
    ],
    ['another surname in brackets', 'Électeur : KERVELLA (OLLIVIER) Léa', ['KERVELLA', 'OLLIVIER', 'Léa']],
    ['a stop and a leave', 'Arrêt Jean Jaurès. Arrêt de Jean Kervella jusqu’au 3 mai.', ['Jean Kervella']],
    ['accents in two signs', 'Mme Hélène Lévêque'.normalize('NFD'), ['Hélène Lévêque'.normalize('NFD')]],
    ['a sign without width', 'Mme Ker\u200bbrat', ['Ker\u200bbrat']],
  ])('reads %s', (_, text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it('finds the surname of a person named before', () => {
    expect(named('Kerbrat a rappelé.', {}, ['Soazig Kerbrat'])).toEqual(['Kerbrat'])
    expect(named('Kerbrat a rappelé.')).toEqual([])
  })

  it('tells apart two people of one surname', () => {
    const text = 'Mme Anne Blanc et M. Paul Blanc sont là. Mme Blanc parle, M. Blanc écoute, P. Blanc signe.'
    expect(
      createDetector()
        .find(text)
        .map(({ start, end, person }) => person ?? text.slice(start, end)),
    ).toEqual(['Anne Blanc', 'Paul Blanc', 'Anne Blanc', 'Paul Blanc', 'Paul Blanc'])
  })

  it('joins the two cells of a row', () => {
    const text = '| Nom | Prénom |\n|---|---|\n| KERBRAT | Yves |'
    expect(
      createDetector()
        .find(text)
        .map(({ person }) => person),
    ).toEqual(['Yves KERBRAT', 'Yves KERBRAT'])
  })

  it('leaves the people of the list, in every form, and nobody else of their name', () => {
    const keep = ['Anne Le Goff']
    expect(named('Mme Le Goff, Anne Le Goff, A. Le Goff et Mme Petit', { keep })).toEqual(['Petit'])
    expect(named('M. Paul Le Goff et Mme Le Goff', { keep })).toEqual(['Paul Le Goff'])
  })
})

describe('samePerson', () => {
  it.each([
    ['Mme Le Goff', 'Anne Le Goff', true],
    ['LE GOFF Anne', 'Anne Le Goff', true],
    ['A. Le Goff', 'Anne Le Goff', true],
    ['J.-P. Loiseau', 'Jean-Pierre Loiseau', true],
    ['ÖZTÜRK', 'Ayşe Öztürk', true],
    ['Anne Le Goff', 'Paul Le Goff', false],
    ['P. Le Goff', 'Anne Le Goff', false],
    ['Mme Blanc', 'Monsieur Blanc', false],
    ['Anne Blanc', 'Anne Petit', false],
    ['', 'Anne Petit', false],
  ])('« %s » and « %s »: %s', (a, b, expected) => {
    expect(samePerson(a, b)).toBe(expected)
    expect(samePerson(b, a)).toBe(expected)
  })
})

describe('valueKey', () => {
  it.each([
    ['telephone', ['06 39 98 10 53', '+33 6 39 98 10 53', '0033639981053', '+33 (0)6.39.98.10.53', '０６３９９８１０５３']],
    ['nir', ['2 85 08 2A 410 456 54', '285082a410456', '2-85-08-2A-410-456']],
    ['email', ['A.Dupont@Exemple.fr', 'a.dupont (at) exemple.fr', 'a.dupont@exemple [point] fr']],
    ['iban', ['FR76 1899 9223 2383 5668 7591 485', 'fr7618999223238356687591485']],
    ['naissance', ['1er mars 1950', '01/03/1950', '1950-03-01', '01.03.50']],
    ['personne', ['Le Goff', 'LE  GOFF', 'le goff']],
  ] as const)('is the same for the spellings of one %s', (kind, values) => {
    expect(new Set(values.map((value) => valueKey(kind, value))).size).toBe(1)
  })
})

describe('dictionaries', () => {
  it('come from two lists published under each other’s name', () => {
    expect(sources.firstNames).toEqual(expect.arrayContaining(['aurélie', 'mohamed', 'thierry']))
    expect(sources.surnames).toEqual(expect.arrayContaining(['abgrall', 'lefebvre', 'moreau']))
    expect(sources.surnames).not.toContain('aurélie')
  })

  it('are those that the extraction writes', () => {
    for (const [name, text] of Object.entries(extractDictionaries()))
      expect(readFileSync(new URL(`../dictionaries/${name}`, import.meta.url), 'utf8'), name).toBe(text)
  })
})
