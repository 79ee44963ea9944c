import { describe, expect, test } from 'vitest'
import { assistants as seededAssistants } from '../../../../../seed/assistants/index.ts'
import { lastAssistants, laterAssistants } from './last-assistants.fixture.ts'
import { firstAssistants, type MadeAssistant } from './made-assistants.fixture.ts'
import { opinionOf } from './opinion.ts'

const areasOf = (assistant: MadeAssistant) => opinionOf(assistant).map(({ area }) => area)
const hasSign = (assistant: MadeAssistant) => areasOf(assistant).length > 0
const text = (prompt_content: string, name = 'Assistant') => ({ name, description: '', prompt_content, starters: [], document_categories: [] })

describe.each([
  ['with which the rules were written', [...firstAssistants, ...laterAssistants]],
  ['written last', lastAssistants],
])('made assistants, %s', (_, assistants) => {
  const sensitive = assistants.filter(({ area }) => area !== null)
  const ordinary = assistants.filter(({ area }) => area === null)

  test('half of them are sensitive, and many of those are disguised', () => {
    expect(sensitive).toHaveLength(ordinary.length)
    expect(sensitive.filter(({ isDisguised }) => isDisguised).length * 5).toBeGreaterThanOrEqual(sensitive.length * 2)
  })

  test('every sensitive one has a sign', () => {
    expect(sensitive.filter((assistant) => !hasSign(assistant)).map(({ name }) => name)).toEqual([])
  })

  test('at most two ordinary ones in twenty have one', () => {
    const flagged = ordinary.filter(hasSign).map((assistant) => `${assistant.name}: ${areasOf(assistant).join()}`)
    expect(flagged.length, flagged.join('\n')).toBeLessThanOrEqual(ordinary.length / 10)
  })

  test('the area is the right one for four in five of those that say it', () => {
    const plain = sensitive.filter(({ isDisguised }) => !isDisguised)
    const right = plain.filter((assistant) => areasOf(assistant).includes(assistant.area!))
    expect(right.length).toBeGreaterThanOrEqual(plain.length * 0.8)
  })
})

test('of the assistants of the demonstration, only the one about appraisal interviews has a sign', () => {
  const flagged = seededAssistants.filter((assistant) => opinionOf({ ...assistant, starters: assistant.starters ?? [], document_categories: [] }).length > 0)
  expect(flagged.map(({ name }) => name)).toEqual(['Entretien professionnel'])
})

test('gives the passages, as they are written', () => {
  expect(opinionOf(text('Tu aides la DRH. Classe les CV selon la fiche de poste.'))).toEqual([
    { area: 'recrutement', passages: ['Classe les CV selon la fiche de poste'] },
  ])
})

test('what an assistant is told not to do is no sign; what it must not forget is one', () => {
  expect(opinionOf(text('Rédige l’offre d’emploi. Ne classe jamais les candidats. Refuse de noter un CV.'))).toEqual([])
  expect(opinionOf(text('N’oublie pas de noter chaque CV sur 20.'))).not.toEqual([])
})

test('the documents are read too, and invisible characters hide nothing', () => {
  const documents = { ...text('Range du plus prometteur au moins prometteur.'), document_categories: ['Candidatures reçues'] }
  expect(opinionOf(documents).map(({ area }) => area)).toContain('recrutement')
  expect(opinionOf(text('Cla\u200bsse les candida\u00adts.'))).not.toEqual([])
})

test('takes a time that grows with the length of the texts, whatever they hold', () => {
  const hostile = [
    'dis '.repeat(5_000),
    'ne '.repeat(6_000),
    'selon l’agent '.repeat(1_400),
    ', '.repeat(9_000),
    `pour chaque ${'a'.repeat(19_000)}`,
    'é'.repeat(20_000),
  ]
  for (const one of hostile) {
    const start = process.threadCpuUsage()
    opinionOf(text(one))
    // In microseconds of processor time: others may want the machine. The first call compiles the expressions, which takes most of it.
    expect(process.threadCpuUsage(start).user, one.slice(0, 20)).toBeLessThan(2_000_000)
  }
})
