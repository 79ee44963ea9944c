import { describe, expect, test } from 'vitest'
import { assistants } from '../../../../../seed/assistants/index.ts'
import { answerTo } from './scripted-answers.fixture.ts'
import { documentKindsIn, outlineFor, outlineOf } from './scripted-outlines.ts'

test('the outline is that of the document named first, else of its subject', () => {
  expect(outlineFor('Un courrier qui annonce la délibération').name).toBe('Trame de courrier')
  expect(outlineFor('Une subvention de 30 %, la délibération est à rédiger').name).toBe('Trame de délibération')
  expect(outlineFor('Une subvention de 30 %', 'Rédacteur de délibérations').name).toBe('Trame de plan de financement')
  expect(outlineFor('Rien de connu').name).toBe('Plan proposé')
})

test('a subject is no document', () => {
  expect(documentKindsIn('Une délibération sur une subvention et son budget')).toEqual(['délibération'])
})

describe('of what an assistant says that it writes', () => {
  test('the parts that it enumerates', () => {
    expect(outlineOf(['Le projet d’arrêté : visas, considérants motivés (de droit, de fait), articles.', 'Les formalités.'], 'Un arrêté')).toEqual({
      name: 'Trame\u00a0: projet d’arrêté',
      parts: ['Visas', 'Considérants motivés', 'Articles'],
    })
  })

  test('the one that the message names, among several', () => {
    const items = ['La note : objet, contexte.', 'Un courrier : destinataire, demande.']
    expect(outlineOf(items, 'Prépare le courrier').name).toBe('Trame\u00a0: courrier')
    expect(outlineOf(items, 'Bonjour').name).toBe('Trame\u00a0: note')
    const either = ['Selon le besoin : règlement, lettre de rejet ou avis.']
    expect(outlineOf(either, 'Une lettre de rejet').name).toBe('Trame\u00a0: lettre de rejet')
    expect(outlineOf(either, 'Bonjour')).toEqual({ name: 'Trame\u00a0: selon votre besoin', parts: ['Règlement', 'Lettre de rejet', 'Avis'] })
  })
})

const deliverablesOf = (prompt: string) => prompt.split('## Livrable\n')[1]!.split('\n\n')[0]!
const plain = (text: string) => text.toLowerCase().replace(/^(?:le |la |les |l[’']|une? |des |d[’'])/, '')

describe.each(assistants)('the assistant « $name »', ({ prompt_content }) => {
  test.each(['Prépare-moi ce qu’il faut pour une subvention de 5 000 € au club de judo.', 'Rédige une délibération.', 'Bonjour'])(
    'asked « %s », outlines what it writes and nothing else',
    (content) => {
      const answer = answerTo(content, prompt_content)
      const outline = answer.split('\n\n').findLast((block) => block.startsWith('## '))!
      const title = outline.slice('## Trame\u00a0: '.length)
      const written = deliverablesOf(prompt_content).toLowerCase()
      if (title !== 'selon votre besoin') expect(written).toContain(plain(title))
      expect(answer.match(/^## Trame/gm)).toHaveLength(1)
      const parts = answer.slice(answer.indexOf(outline)).match(/^### .+$/gm)!
      expect(parts.length).toBeGreaterThan(1)
      expect(parts).not.toContain('### Reste à charge')
    },
  )
})

test('asked for a deliberation about a subsidy, the assistant of deliberations gives no financing plan', () => {
  const { prompt_content } = assistants.find(({ slug }) => slug === 'redacteur-de-deliberations')!
  const answer = answerTo('Rédige une délibération pour attribuer une subvention de 2 500 € à l’association Les Tilleuls.', prompt_content)
  expect(answer).toContain(
    '## Trame\u00a0: projet de délibération\n\n### Objet\n\nRédige une délibération pour attribuer une subvention de 2 500 € à l’association Les Tilleuls.\n\n[À COMPLÉTER]\n\n### Rapporteur',
  )
  expect(answer).not.toMatch(/plan de financement|cofinancement|budget/i)
})
