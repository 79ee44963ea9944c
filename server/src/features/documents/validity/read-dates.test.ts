import { describe, expect, it } from 'vitest'
import { readDates, readReplaced, titleKey, titleLikeness } from './read-dates.ts'

const read = (text: string, filename = 'texte.pdf') => readDates({ filename, title: null, text }).map(({ field, day }) => `${field} ${day}`)

describe('readDates', () => {
  it.each([
    ['Le présent règlement est applicable à compter du 1er mars 2024.', ['valid_from 2024-03-01']],
    ['Il entre en vigueur le 15 septembre 2023 après transmission en préfecture.', ['valid_from 2023-09-15']],
    ['Ces tarifs s’appliquent à partir du 01/09/2024.', ['valid_from 2024-09-01']],
    ['La délibération prend effet au 1er janvier 2025.', ['valid_from 2025-01-01']],
    ['TARIFS APPLICABLES AU 1ER SEPTEMBRE 2022', ['valid_from 2022-09-01']],
    ['Valable jusqu’au 31 août 2025 inclus.', ['valid_until 2025-08-31']],
    ['La convention expire le 31 décembre 2026.', ['valid_until 2026-12-31']],
    ['Fin de validité : 30/06/2025', ['valid_until 2025-06-30']],
    ['Tarifs valables du 1er septembre 2024 au 31 août 2025.', ['valid_from 2024-09-01', 'valid_until 2025-08-31']],
    ['Le règlement est abrogé à compter du 1er mars 2024.', ['valid_until 2024-02-29']],
    ['Version du 12 mai 2021', ['valid_from 2021-05-12']],
    ['Mise à jour le 3 février 2020', ['valid_from 2020-02-03']],
    ['DÉLIBÉRATION n° 2023-45 du 14 décembre 2023', ['valid_from 2023-12-14']],
    ['Entrée en vigueur : à compter du 29 février 2024.', ['valid_from 2024-02-29']],
    ['Il s’applique\nà compter du 1er\u00a0mars\u00a02024', ['valid_from 2024-03-01']],
    // Of another text, or no date of validity.
    ['Vu la délibération du 3 mars 2019 portant règlement,', []],
    ['Le présent règlement abroge et remplace la délibération du 12 mars 2019.', []],
    ['Conformément à l’arrêté en vigueur au 1er janvier 2018,', []],
    ['Le conseil s’est réuni le 12 mai 2021.', []],
    ['Facture du 3 mars 2024, 450 euros.', []],
    ['Applicable à compter du 30 février 2024.', []],
    ['Vu le code général des collectivités territoriales ;', []],
  ])('%s', (text, dates) => {
    expect(read(text)).toEqual(dates)
  })

  it.each([
    ['reglement-2024-03.pdf', 'valid_from 2024-03-01'],
    ['tarifs_01.09.2023.docx', 'valid_from 2023-09-01'],
    ['arrete 20240115 circulation.pdf', 'valid_from 2024-01-15'],
    ['2022-11-30 délibération.odt', 'valid_from 2022-11-30'],
    ['Règlement intérieur 2025.pdf', 'valid_from 2025-01-01'],
  ])('the name %s', (filename, date) => {
    expect(read('', filename)).toEqual([date])
  })

  it.each(['budget 2023-2024.pdf', 'rapport 12345678.pdf', 'note.pdf', 'plan-2024-13.pdf'])('the name %s says nothing sure', (filename) => {
    expect(read('', filename).filter((date) => !date.endsWith('-01-01'))).toEqual([])
  })

  it('quotes the words that it read, the surest first, each day once', () => {
    const text = 'Délibération du 14 décembre 2023. Le règlement entre en vigueur le 1er janvier 2024.\nApplicable à compter du 1er janvier 2024.'
    expect(readDates({ filename: 'reglement-2024-03.pdf', title: null, text })).toEqual([
      { field: 'valid_from', day: '2024-01-01', quote: 'entre en vigueur le 1er janvier 2024' },
      { field: 'valid_from', day: '2023-12-14', quote: 'Délibération du 14 décembre 2023' },
      { field: 'valid_from', day: '2024-03-01', quote: 'reglement-2024-03.pdf' },
    ])
  })

  it('stays fast on a long text', () => {
    const start = process.threadCpuUsage()
    read('applicable au sein de la commune, à compter du jour où le conseil en décide '.repeat(800))
    // In microseconds of processor time: others may want the machine.
    expect(process.threadCpuUsage(start).user).toBeLessThan(1_000_000)
  })
})

it.each([
  ['Le présent règlement abroge et remplace le règlement du 12 mars 2019.', 'reglement', '2019-03-12'],
  ['Il annule et remplace la délibération n° 12 en date du 3/04/2018', 'deliberation', '2018-04-03'],
  ['Ce guide remplace le guide de l’usager ; il est gratuit.', "guide de l'usager", null],
])('readReplaced: %s', (text, words, day) => {
  const [mention] = readReplaced(text)
  expect([mention!.words.includes(words), mention!.day]).toEqual([true, day])
})

it('titles are alike whatever their dates, versions and small words', () => {
  expect(titleKey('Règlement intérieur du 1er mars 2024 (v2).pdf')).toBe('reglement interieur')
  expect(titleLikeness('Règlement intérieur 2023.pdf', 'reglement-interieur_2024-03.docx')).toBe(1)
  expect(titleLikeness('Règlement intérieur.pdf', 'Règlement de la piscine.pdf')).toBeLessThan(0.6)
  expect(titleLikeness('2024.pdf', '2023.pdf')).toBe(0)
})
