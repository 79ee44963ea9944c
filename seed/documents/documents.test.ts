import { acceptedExtensions } from '@parvis/contract'
import { statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { exampleQuestions } from './example-questions.ts'
import { ficheToMarkdown, type FicheNode } from './fiche-to-markdown.ts'
import { readDemoDocuments } from './index.ts'
import { demoQuestions } from './questions.ts'

const element = (name: string, ...children: (FicheNode | string)[]): FicheNode => ({
  type: 'element',
  name,
  children: children.map((child) => (typeof child === 'string' ? { type: 'text', text: child } : child)),
})
const paragraph = (text: string) => element('Paragraphe', text)

describe('a fiche becomes Markdown', () => {
  test('with its headings, lists, tables and notes, without contacts', () => {
    const fiche = element(
      'Publication',
      element('dc:title', 'Congé annuel'),
      element('dc:description', 'Un droit.'),
      element(
        'Texte',
        element(
          'Chapitre',
          element('Titre', paragraph('Durée')),
          paragraph('Cinq fois la durée\n hebdomadaire.'),
          element('Liste', element('Item', paragraph('un')), element('Item', paragraph('deux'))),
          element('BlocCas', element('Cas', element('Titre', paragraph('Temps partiel')), paragraph('Au prorata.'))),
          element('ASavoir', element('Titre', 'À savoir'), paragraph('le report est possible.')),
        ),
        element(
          'Tableau',
          element('Rangée', element('Cellule', paragraph('A')), element('Cellule', paragraph('B|C'))),
          element('Rangée', element('Cellule', paragraph('1'))),
        ),
      ),
      element('OuSAdresser', element('Titre', 'Mairie')),
    )
    expect(ficheToMarkdown(fiche)).toBe(
      [
        '# Congé annuel',
        'Un droit.',
        '## Durée',
        'Cinq fois la durée hebdomadaire.',
        '- un\n- deux',
        '### Temps partiel',
        'Au prorata.',
        'À savoir : le report est possible.',
        '| A | B/C |\n| --- | --- |\n| 1 |  |\n',
      ].join('\n\n'),
    )
  })
})

describe('the demonstration documents', () => {
  const documents = readDemoDocuments()

  test('are a few hundred, in four categories, in a small file', () => {
    expect(documents.length).toBeGreaterThan(200)
    expect(new Set(documents.map(({ category }) => category)).size).toBe(4)
    expect(statSync(path.join(import.meta.dirname, 'documents.jsonl.gz')).size).toBeLessThan(2 * 1024 * 1024)
  })

  test('have each their own name and slug, and can be read', () => {
    expect(new Set(documents.map(({ slug }) => slug)).size).toBe(documents.length)
    expect(new Set(documents.map(({ filename }) => filename)).size).toBe(documents.length)
    for (const { filename } of documents) expect(acceptedExtensions).toContain(filename.split('.').at(-1))
  })

  test('say where they come from, of what day and under which licence', () => {
    for (const { description } of documents) {
      expect(description).toMatch(/^Fiche F\d+ de service-public\.fr \(DILA\), version du \d{2}\/\d{2}\/20\d{2}, Licence Ouverte 2\.0 : https:\/\/\S+$/)
    }
  })

  test('have as a date the one that their description states', () => {
    for (const { description, version_date } of documents) expect(description).toContain(`version du ${version_date.split('-').toReversed().join('/')},`)
  })

  test('are all past their review', () => {
    for (const { review_by, version_date } of documents) expect([review_by > version_date, review_by < '2022-01-01']).toEqual([true, true])
  })

  test('propose three questions in each category', () => {
    const proposed = documents.filter(({ example_question }) => example_question !== null)
    expect(proposed).toHaveLength(Object.keys(exampleQuestions).length)
    for (const of of Map.groupBy(documents, ({ category }) => category).values()) expect(of.filter((one) => proposed.includes(one))).toHaveLength(3)
  })

  test('have thirty questions that they answer, and thirty that they do not', () => {
    const answered = demoQuestions.filter(({ document }) => document !== null)
    expect([answered.length, demoQuestions.length - answered.length]).toEqual([30, 30])
    for (const { category, document } of answered) {
      expect(documents.find(({ filename }) => filename === document)).toMatchObject({ category })
    }
  })
})
