import { createMarkdownReader } from '@parvis/markdown'
import { expect, it, test } from 'vitest'
import { planColumns } from './columns.ts'

const page = { width: 482, fontSize: 11 }

const plan = (rows: readonly (readonly string[])[], area = page) => {
  const [head, ...others] = rows.map((row) => `| ${row.join(' | ')} |`)
  const [table] = createMarkdownReader().read([head, `|${'--|'.repeat(rows[0]!.length)}`, ...others].join('\n'), 1)
  if (table?.kind !== 'table') throw new Error('No table')
  const { shares, size } = planColumns(table.header, table.rows, area)
  return { widths: shares.map((share) => share * area.width), size, points: size === 'text' ? area.fontSize : size }
}

const long = 'Avis favorable de la commission, sous réserve des pièces qui manquent encore au dossier du demandeur. '.repeat(4)

test.each([
  [
    'a long text beside short ones',
    [
      ['Rubrique', 'Direction', 'Avis'],
      ['Investissement', 'Urbanisme', long],
    ],
  ],
  [
    'many columns',
    [
      ['Rubrique', 'Bénéficiaire', 'Réglementation', 'Établissement', 'Transmission'],
      ['Fonctionnement', long, 'Intercommunale', 'Périscolaire', '31/12/2026'],
    ],
  ],
  [
    'figures with their unit',
    [
      ['Poste', 'Prévu', 'Réalisé', 'Écart', 'Observations'],
      ['Personnel', '12 345 678,90 €', '11 987 654,32 €', '358 024,58 €', long],
    ],
  ],
])('gives every column the width of its longest word: %s', (_, rows) => {
  const { widths, points } = plan(rows)
  for (const [at, width] of widths.entries()) {
    const words = rows.flatMap((row) => row[at]!.replace(/(?<=\d) (?=\d|€)/g, '_').split(' '))
    // A character of these words is at least half an em wide.
    expect(width).toBeGreaterThan(Math.max(...words.map((word) => word.length)) * 0.5 * points)
  }
  expect(widths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(page.width)
})

it('keeps the size of the text where the words fit, and a smaller one where they do not', () => {
  expect(
    plan([
      ['Poste', 'Prix'],
      ['Voirie', '12 €'],
    ]).size,
  ).toBe('text')
  const months = ['Poste', 'Janvier', 'Février', 'Mars', 'Avril', 'Mai', 'Juin', 'Juillet', 'Août', 'Septembre', 'Octobre', 'Novembre', 'Décembre']
  expect(plan([months, months.map(() => '1 €')]).size).toBe(8)
})

it('lets an address be broken rather than the words of the other columns', () => {
  const { widths } = plan([
    ['Commune', 'Adresse'],
    ['Saint-Germain', `https://www.exemple.fr/${'a'.repeat(400)}`],
  ])
  expect(widths[0]).toBeGreaterThan(90)
})
