import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDetector, personalDataKinds, type PersonalDataKind } from './index.ts'

const found = (text: string, kind: PersonalDataKind, options = {}): string[] =>
  createDetector(options)
    .find(text)
    .filter((span) => span.kind === kind)
    .map(({ start, end }) => text.slice(start, end))

/** Cases of one kind: a text, and the values found in it. */
const cases: [PersonalDataKind, string, string[]][] = [
  ['email', 'Écrire à jean.dupont+mairie@exemple.fr, ou à « expédite@exemple.re ».', ['jean.dupont+mairie@exemple.fr', 'expédite@exemple.re']],
  ['email', 'paul (at) exemple.fr ; anna [arobase] exemple [point] org', ['paul (at) exemple.fr', 'anna [arobase] exemple [point] org']],
  ['email', 'a@b, 3 @ 2 €, @mairie, user@host', []],
  [
    'telephone',
    '06 39 98 10 53, 06.39.98.10.53, 0639981053, 06-39-98-10-53, 0639 98 10 53',
    ['06 39 98 10 53', '06.39.98.10.53', '0639981053', '06-39-98-10-53', '0639 98 10 53'],
  ],
  [
    'telephone',
    '+33 6 39 98 10 53 ; 0033 6 39 98 10 53 ; +33 (0)6 39 98 10 53 ; +33639981053',
    ['+33 6 39 98 10 53', '0033 6 39 98 10 53', '+33 (0)6 39 98 10 53', '+33639981053'],
  ],
  ['telephone', '+262 639 98 10 53, +689 87 03 21 17, +32 470 12 34 56', ['+262 639 98 10 53', '+689 87 03 21 17', '+32 470 12 34 56']],
  ['telephone', '01 99 00 09 22 / 03 53 01 15 46', ['01 99 00 09 22', '03 53 01 15 46']],
  ['telephone', '0800 123 456, 0 806 000 126, 08 92 70 12 39, 3939, 39 39, 15, 112', []],
  ['telephone', 'SIRET 967 058 314 00121, PC 029 233 26 00014, le 02/03/2026 10:30, 01.02.2026, 10.12.0.8', []],
  ['telephone', 'Tél : O6 39 98 1O 53 ; 06.39.98.10.53 ; né(e) le 05/06/2005 – 07 00 48 61 17', ['O6 39 98 1O 53', '06.39.98.10.53', '07 00 48 61 17']],
  ['iban', 'au titre de 30 jours francs. Il est de 10 jours', []],
  ['adresse', 'demeurant lieu-dit Kerbrat, 22580 Plouha ; domicilié 5 place de l’Église à Plouha', ['lieu-dit Kerbrat', '5 place de l’Église']],
  ['adresse', 'décret n° 2016-308 R. 322-7, 302 bis ZI du CGI', []],
  [
    'naissance',
    'FAURE Pierrick – 22/3/1946 – né(e) à Dax ; née à Saint-Denis (97400) le 3 avril 1999 ; née en mars 1950',
    ['22/3/1946', '3 avril 1999', 'mars 1950'],
  ],
  ['nir', 'NIR 2 85 08 2A 410 456 54, ou 285082A41045654, ou 2-85-08-2A-410-456-54', ['2 85 08 2A 410 456 54', '285082A41045654', '2-85-08-2A-410-456-54']],
  ['nir', 'N° SS : 2 85 08 2A\n   410 456 54.', ['2 85 08 2A\n   410 456 54']],
  ['nir', '２８５０８２A４１０４５６５４ et 2\u200b85\u200b082A41045654', ['２８５０８２A４１０４５６５４', '2\u200b85\u200b082A41045654']],
  ['nir', 'agent 1 94 31 75 703 773 et 1 94 31 75 703 773 62', ['1 94 31 75 703 773', '1 94 31 75 703 773 62']],
  ['nir', 'ISBN 978-2-11-157000-4, mandat 1500123456, SIRET 96116353200016', []],
  [
    'iban',
    'FR76 1899 9223 2383 5668 7591 485 ; be37953962895828 ; PT50-9442-3376-8560-2080-4197-3',
    ['FR76 1899 9223 2383 5668 7591 485', 'be37953962895828', 'PT50-9442-3376-8560-2080-4197-3'],
  ],
  ['iban', 'FR76 1899 9223 2383\n5668 7591 485', ['FR76 1899 9223 2383\n5668 7591 485']],
  ['iban', 'FR76 1899 9223 2383 5668 7591 486 et AB12 3456', []],
  ['carte', 'carte 4530 1162 9682 9703, 4979083633605626, 4979-8383-0288-4798', ['4530 1162 9682 9703', '4979083633605626', '4979-8383-0288-4798']],
  ['carte', 'SIRET 999 472 178 00121, 4530 1162 9682 9704', []],
  ['fiscal', 'Numéro fiscal : 27 24 281 176 162 ; 1317583186346', ['27 24 281 176 162', '1317583186346']],
  ['immatriculation', 'EJ770XK, QW 682 DS, DS-631-JX, 3230 CJ 2B, 695 ZR 29', ['EJ770XK', 'QW 682 DS', 'DS-631-JX', '3230 CJ 2B', '695 ZR 29']],
  ['immatriculation', 'véhicule immatriculé ej-770-xk', ['ej-770-xk']],
  ['immatriculation', 'Parcelles AB 123, ZD 45 et AC 112, 500 KG 29, 12 H 30, parcelle 33 AB 12', []],
  [
    'naissance',
    'née le 12 mars 1950 ; né(e) le 01/02/1950 ; date de naissance : 1950-02-01 ; DDN 01.02.50',
    ['12 mars 1950', '01/02/1950', '1950-02-01', '01.02.50'],
  ],
  ['naissance', 'née Delmas le 27-08-1964 à Oran ; ne le 28/06/1987 ; né à Brest, le 1er juin 1950', ['27-08-1964', '28/06/1987', '1er juin 1950']],
  ['naissance', 'né le douze mars mille neuf cent soixante', ['douze mars mille neuf cent soixante']],
  ['naissance', 'Réunion du 12 mars 2026. Acte de naissance demandé le 3 mai 2026. Ce texte ne porte pas le 12/03/2026.', []],
  ['adresse', '12 bis, rue du Moulin, 29000 Quimper ; 95 rue du 8 mai 1945 59280 Armentières', ['12 bis, rue du Moulin', '95 rue du 8 mai 1945']],
  ['adresse', 'J’habite 25 lotissement les Genêts et je paie. Elle vit au 3 rue des lilas, à Rennes.', ['25 lotissement les Genêts', '3 rue des lilas']],
  ['adresse', 'Travaux rue Jean Jaurès, place du 8 mai 1945, 12 places de stationnement, lot 2 rue du Stade', []],
  ['secret', 'API_KEY=ghp_xtGxSxVmr45sW6ymm1HvhP3tAZi6hHaKGUOP', ['ghp_xtGxSxVmr45sW6ymm1HvhP3tAZi6hHaKGUOP']],
  ['secret', 'Le mot de passe est Chouquette!984$mP. postgres://parc:pVQao15rRpoJ4@bdd.exemple.fr/parc', ['Chouquette!984$mP', 'pVQao15rRpoJ4']],
  ['secret', 'Le mot de passe est oublié. Mot de passe : obligatoire. version=14.2.1 id=req-7f3a', []],
]

describe('values with a form of their own', () => {
  it.each(cases)('%s: %s', (kind, text, expected) => {
    expect(found(text, kind)).toEqual(expected)
  })

  it('leaves what is asked to be left, in any spelling', () => {
    expect(found('Appeler le 06 39 98 10 53 ou le 06 39 98 10 54', 'telephone', { keep: ['06.39.98.10.53'] })).toEqual(['06 39 98 10 54'])
  })

  it('never takes a label for a value', () => {
    expect(createDetector().find('[PERSONNE_1] habite au [ADRESSE_12], [NIR_1] ; mot de passe : [SECRET_1]')).toEqual([])
  })
})

describe('any text', () => {
  const fragments = fc.constantFrom(
    'Mme ',
    'M. ',
    'Dupont',
    'LE GOFF',
    ' né le ',
    '12/03/1950',
    '06 39 98',
    '2 85 08 2A',
    'FR76 ',
    '@',
    '.fr',
    '\n',
    '|',
    ';',
    'Nom : ',
    '\u200b',
    '\ud800',
    '\u202e',
    '１２',
    'é',
    'e\u0301',
  )

  it('gives ordered, disjoint spans of known kinds, whatever is written', () => {
    const detector = createDetector({ filePatterns: ['CCAS-\\d+'] })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary', maxLength: 300 }),
        ),
        (text) => {
          let last = 0
          for (const { start, end, kind, confidence } of detector.find(text)) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(text.length)
            expect(personalDataKinds).toContain(kind)
            expect(confidence).toBeGreaterThan(0)
            expect(confidence).toBeLessThanOrEqual(1)
            last = end
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    ['digits', '1'.repeat(1_000_000)],
    ['spaced digits', '1 '.repeat(500_000)],
    ['pairs', '06 '.repeat(330_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['lower-case letters', 'a'.repeat(1_000_000)],
    ['capitals', 'A'.repeat(1_000_000)],
    ['mixed letters', 'aB3'.repeat(330_000)],
    ['signs of address', 'a@'.repeat(500_000)],
    ['dots', 'a.'.repeat(500_000)],
    ['lines', '\n'.repeat(1_000_000)],
    ['streets', '1 rue '.repeat(160_000)],
    ['names', 'Jean Dupont '.repeat(80_000)],
    ['civilities', 'M. '.repeat(330_000)],
    ['cells', '| Nom '.repeat(160_000)],
    ['labels', 'mot de passe : '.repeat(60_000)],
    ['invisible signs', '\u200b'.repeat(1_000_000)],
  ])('reads a million %s in linear time', (_, text) => {
    // Processor time: others may want the machine. A quadratic rule would take minutes.
    const start = process.cpuUsage()
    createDetector().find(text)
    expect(process.cpuUsage(start).user).toBeLessThan(10_000_000)
  })

  it('finds fifty thousand values', () => {
    const text = Array.from({ length: 50_000 }, (_, at) => `personne${at}@exemple.fr`).join('\n')
    expect(createDetector().find(text)).toHaveLength(50_000)
  })
})
