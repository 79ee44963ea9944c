import type { ConversationDocument } from '@parvis/contract'
import { expect, it } from 'vitest'
import { filesReducer, attachedElsewhereEvents, type FilesEvent, type FilesState, filesByQuestion } from './files-state.ts'

const document = (id: string | null, after = 0): ConversationDocument => ({ document_id: id, filename: `${id}.txt`, after })
const opened: FilesState = { attached: [{ ...document('devis'), questionsBefore: null, earlierQuestions: [] }], uploads: [] }
const hear = (state: FilesState, documents: readonly ConversationDocument[], questions: readonly string[]) =>
  attachedElsewhereEvents(state, documents, questions).reduce(filesReducer, state)

it('a file joined in another tab is there, under the question that was first asked with it; one known or deleted changes nothing', () => {
  const after = hear(opened, [document('devis'), document('planning', 1), document(null, 1)], ['q1', 'q2'])
  expect(after.attached.map(({ document_id }) => document_id)).toEqual(['devis', 'planning'])
  expect([...filesByQuestion(after.attached, ['q1', 'q2'])].map(([key, files]) => [key, ...files.map(({ filename }) => filename)])).toEqual([
    ['q1', 'devis.txt'],
    ['q2', 'planning.txt'],
  ])
  expect(attachedElsewhereEvents(after, [document('devis'), document('planning', 1)], ['q1', 'q2'])).toEqual([])
})

it('a file that the server tells of before it has answered who sends it is there once, as what was sent', () => {
  const file = new File(['x'], 'plan.txt')
  const sent = filesReducer(opened, { type: 'chosen', files: [{ key: 'envoi', file }] })
  const told = hear(sent, [document('devis'), document('plan', 1)], ['q1'])
  const answered: FilesEvent = { type: 'kept', key: 'envoi', document: document('plan', 1), earlierQuestions: ['q1'] }
  const { attached, uploads: left } = filesReducer(told, answered)
  expect([attached.map(({ document_id }) => document_id), attached[1]?.file, left]).toEqual([['devis', 'plan'], file, []])
})
