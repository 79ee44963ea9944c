import { describe, expect, it } from 'vitest'
import { finishedText } from '../answer/answer-words.ts'
import { plainReport } from './export-answer.ts'
import { message } from './export.fixture.ts'
import { originSentences, paragraphsAfterAnswer } from './exported-text.ts'
import { wordDocument } from './word-page.ts'
import { fileName } from './save.ts'

const date = '2026-11-21T08:00:00.000Z'
const origin = { origin: originSentences({ is_generated: true, models: [], reviews: [], digest: null }), properties: { 'Parvis.relu': 'non "<' } }

describe('file name', () => {
  it.each([
    ['Rédacteur de délibérations', 'Redacteur-de-deliberations-2026-11-21.doc'],
    ['../../etc/passwd\\x:"<>|', 'etc-passwd-x-2026-11-21.doc'],
    ['Œuvre « sociale »', 'OEuvre-sociale-2026-11-21.doc'],
    ['…', 'reponse-2026-11-21.doc'],
  ])('of %s', (name, expected) => expect(fileName({ parts: [name], date }, 'doc')).toBe(expected))

  it('has the day of who saves it', () => {
    expect(fileName({ parts: ['Note'], date: new Date(2026, 10, 22, 0, 30).toISOString() }, 'txt')).toBe('Note-2026-11-22.txt')
    expect(fileName({ parts: ['Note'], date: new Date(2026, 10, 20, 23, 30).toISOString() }, 'txt')).toBe('Note-2026-11-20.txt')
  })

  it('is letters, digits and hyphens, 80 at the most (trust case INJ-07)', () => {
    expect(fileName({ parts: ['é'.repeat(300), 'à'.repeat(300)], date }, 'txt')).toMatch(/^[\w-]{1,80}\.txt$/)
  })
})

it('tells the assistant, then what the file is about, once each', () => {
  expect(fileName({ parts: ['Rédacteur', 'Tarifs de la cantine'], date }, 'doc')).toBe('Redacteur-Tarifs-de-la-cantine-2026-11-21.doc')
  expect(fileName({ parts: ['Rédacteur', 'Rédacteur'], date }, 'doc')).toBe('Redacteur-2026-11-21.doc')
})

it('says that a machine wrote it (trust case LLM-13)', () => {
  const answer = { name: 'Notes <b>', title: 'Cantine <i>', text: '# Cantine\n\n**Voici.**', paragraphsAfter: [], date, ...origin }
  for (const text of [wordDocument(answer), plainReport(answer)]) expect(text).toContain('généré par une intelligence artificielle')
  expect(wordDocument(answer)).toContain('<title>Cantine &lt;i&gt;</title>')
  expect(wordDocument(answer)).toContain('21 novembre 2026')
  expect(wordDocument(answer)).toContain('<meta name="Parvis.relu" content="non &quot;&lt;">')
  for (const text of [wordDocument(answer), plainReport(answer)]) expect(text).toContain('sans relecture humaine enregistrée')
  expect(plainReport(answer)).toMatch(/^Cantine <i>\r\nNotes <b>, 21 novembre 2026\r\n\r\nCantine\r\n\r\nVoici\.\r\n/)
})

it('says how many changes an answer proposes in place of their marks', () => {
  const content = 'Voici.\n\n@@ remplacer 2\nSelon [1].\n@@ fin\n@@ supprimer 4'
  const proposing = { ...message, content }
  const answer = { name: 'Notes', title: 'Voirie', text: finishedText(proposing), paragraphsAfter: paragraphsAfterAnswer(proposing), date, ...origin }
  const counted = 'Cette réponse propose 2\u00a0modifications d’un document.'
  expect(paragraphsAfterAnswer(proposing).filter((paragraph) => paragraph === 'Sources' || paragraph === counted)).toEqual([counted])
  for (const text of [wordDocument(answer), plainReport(answer)])
    expect([/@@|Selon/.test(text), text.includes('Voici.'), text.includes(counted)]).toEqual([false, true, true])
})

it('says paragraphsAfter the text why it is not whole, and the sources that it names', () => {
  const cut = { ...message, content: 'Selon [1], la **voirie', status: 'interrompue', finish_reason: 'length' } as const
  const answer = { name: 'Notes', title: 'Voirie', text: 'Selon [1].', paragraphsAfter: paragraphsAfterAnswer(cut), date, ...origin }
  const why = 'La réponse a atteint sa longueur maximale\u00a0: elle est tronquée.'
  const place = '[1] Règlement intérieur.pdf, page\u00a03 · Titre II › Congés'
  const extract = '«\u00a0Vingt-cinq jours de congés.\u00a0»'
  expect(plainReport(answer)).toContain(`Selon [1].\r\n\r\n${why}\r\n\r\nSources\r\n\r\n${place}\r\n${extract}\r\n\r\nTexte généré`)
  expect(wordDocument(answer)).toContain(`<p>Selon [1].</p>\n<p>${why}</p>\n<p>Sources</p>\n<p>${place}<br>${extract}</p>\n<hr>`)
  expect(paragraphsAfterAnswer({ ...message, content: 'Sans source.' })).toEqual([
    'Source datée du 2 septembre 2019\u00a0: vérifiez que la règle est toujours en vigueur.',
  ])
})
