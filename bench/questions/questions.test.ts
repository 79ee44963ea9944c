import { describe, expect, test } from 'vitest'
import { fieldQuestions } from '../../seed/documents/field-questions.ts'
import { heldOutQuestions } from '../../seed/documents/held-out-questions.ts'
import { readDemoDocuments } from '../../seed/documents/index.ts'
import { demoQuestions } from '../../seed/documents/questions.ts'
import {
  realisticDev,
  realisticHeldOut,
  twoTurnDev,
  twoTurnHeldOut,
  unansweredDev,
  unansweredHeldOut,
  type TwoTurnKind,
  type TwoTurnQuestion,
} from './index.ts'

const categoryOf = new Map(readDemoDocuments().map(({ filename, category }) => [filename, category]))
const categories = new Set(categoryOf.values())

const answered = [...realisticDev, ...realisticHeldOut, ...twoTurnDev, ...twoTurnHeldOut]
const unanswered = [...unansweredDev, ...unansweredHeldOut]
/** The development half and the held-out half. */
const realistic = Object.entries({ 'the half to work with': realisticDev, 'the kept half': realisticHeldOut })
const twoTurn = Object.entries({ 'the half to work with': twoTurnDev, 'the kept half': twoTurnHeldOut })
const bare = [...demoQuestions, ...fieldQuestions, ...heldOutQuestions]

const words = (text: string): number => text.split(/\s+/).length

/** Normalises a question: texts that differ only by case, accents, punctuation or spaces are the same question. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const share = (questions: TwoTurnQuestion[], kind: TwoTurnKind): number => questions.filter((question) => question.kind === kind).length / questions.length

describe('the documents that answer', () => {
  test('are demonstration documents of the category that is asked', () => {
    for (const { category, documents } of answered) {
      for (const filename of documents.flat()) expect([filename, categoryOf.get(filename)]).toEqual([filename, category])
    }
  })

  test('are one need or more, none empty, no file in two of them', () => {
    for (const { documents } of answered) {
      expect(documents.length).toBeGreaterThan(0)
      for (const need of documents) expect(need.length).toBeGreaterThan(0)
      expect(new Set(documents.flat()).size).toBe(documents.flat().length)
    }
  })

  test.each(realistic)('%s goes over most documents', (_, questions) => {
    expect(new Set(questions.flatMap(({ documents }) => documents.flat())).size).toBeGreaterThanOrEqual(80)
  })

  test('of a category exist for every message that none answers', () => {
    for (const { category } of unanswered) expect(categories).toContain(category)
  })
})

describe('the messages', () => {
  test('are none of them empty', () => {
    for (const { question } of [...realisticDev, ...realisticHeldOut, ...unanswered]) expect(question.trim()).not.toBe('')
    for (const { first, next } of [...twoTurnDev, ...twoTurnHeldOut]) {
      expect(first.trim()).not.toBe('')
      expect(next.trim()).not.toBe('')
    }
  })

  test('are none of them asked twice, within a half, across the halves or in the bare questions', () => {
    const asked = [...realisticDev, ...realisticHeldOut, ...unanswered, ...bare].map(({ question }) => plain(question))
    const begun = [...twoTurnDev, ...twoTurnHeldOut].map(({ first }) => plain(first))
    const all = [...asked, ...begun]
    expect(all.filter((question, at) => all.indexOf(question) !== at)).toEqual([])
  })

  test('that stand alone as second ones are not in both halves', () => {
    const dev = new Set(twoTurnDev.map(({ next }) => plain(next)))
    expect(twoTurnHeldOut.filter(({ kind, next }) => kind === 'new' && dev.has(plain(next)))).toEqual([])
  })
})

describe('the sizes', () => {
  test.each(realistic)('%s has long stories and double questions', (_, questions) => {
    expect(questions.length).toBeGreaterThanOrEqual(75)
    expect(questions.filter(({ question }) => words(question) >= 80).length).toBeGreaterThanOrEqual(10)
    expect(questions.filter(({ documents }) => documents.length > 1).length).toBeGreaterThanOrEqual(8)
  })

  test('thirty messages that no document answers in each half, in every category', () => {
    for (const questions of [unansweredDev, unansweredHeldOut]) {
      expect(questions).toHaveLength(30)
      for (const category of categories) expect(questions.filter((question) => question.category === category).length).toBeGreaterThanOrEqual(6)
    }
  })

  test.each(twoTurn)('%s has every kind of second message', (_, questions) => {
    expect(questions.length).toBeGreaterThanOrEqual(34)
    expect(share(questions, 'form')).toBeCloseTo(0.25, 1)
    expect(share(questions, 'subject')).toBeCloseTo(0.4, 1)
    expect(share(questions, 'pronoun')).toBeCloseTo(0.2, 1)
    expect(share(questions, 'new')).toBeCloseTo(0.15, 1)
  })

  test.each(twoTurn)('%s has the request of the product, the question again with it', (_, questions) => {
    const rephrased = questions.filter(({ next }) => next.endsWith('\n\nPouvez-vous reformuler votre réponse précédente\u00a0?'))
    expect(rephrased).toHaveLength(2)
    for (const { first, next } of rephrased) expect(next.startsWith(`${first}\n\n`)).toBe(true)
  })
})
