import type { Conversation } from '@parvis/contract'
import { expect, it } from 'vitest'
import { allAssistants, assistantChoices, assistantLine, documentsLine, noAssistant, shownProject, shownTitle, type Stats } from './conversation-filter.ts'
import { groupByDay } from './day-groups.ts'
import { movedSentence } from './selection.ts'
import { paths } from '../../paths.ts'
import { sampleConversation } from '../../chat/sample-conversation.ts'
import { titleRefusal } from '../../chat/conversation/title-rule.ts'

const conversation = (id: string, changes: Partial<Conversation> = {}): Conversation => ({
  ...sampleConversation,
  id,
  title: `Titre ${id}`,
  assistant_id: 'a',
  assistant_name: 'Rédacteur',
  assistant_category: 'Courriers',
  ...changes,
})
const file = (filename: string, document_id: string | null = 'd') => ({ document_id, filename })

const stats: Stats = {
  total_conversations: 6,
  total_messages: 9,
  conversations_by_assistant: [
    { assistant_id: 'a', assistant_name: 'Rédacteur', count: 3 },
    { assistant_id: 'b', assistant_name: 'Juriste', count: 1 },
  ],
}

it('resumes with the assistant, and its project; with the documents that it asks; without an assistant in the simple chatbot', () => {
  expect(paths.resume(conversation('c'))).toBe('/chatbot-assistant?assistant=a&conversation=c')
  expect(paths.resume(conversation('c', { project_id: 'p' }))).toBe('/chatbot-assistant?assistant=a&project=p&conversation=c')
  expect(paths.resume(conversation('c', { assistant_id: null }))).toBe('/chatbot?conversation=c')
  expect(paths.resume(conversation('c', { assistant_id: null, document_search: true }), 'm')).toBe('/document-rag?conversation=c#message-m')
})

it('offers every assistant that has served', () => {
  expect(assistantChoices(stats).map(({ id, label, detail }) => [id, label, detail])).toEqual([
    [allAssistants, 'Tous les assistants', '6\u00a0conversations'],
    ['a', 'Rédacteur', '3\u00a0conversations'],
    ['b', 'Juriste', '1\u00a0conversation'],
    [noAssistant, 'Autres conversations', '2\u00a0conversations'],
  ])
})

it('cuts titles at 80 characters', () => {
  expect(shownTitle({ title: 'é'.repeat(81) })).toBe(`${'é'.repeat(80)}…`)
  expect(shownTitle({ title: 'é'.repeat(80) })).toBe('é'.repeat(80))
})

it('names the assistant and its category', () => {
  expect(assistantLine(conversation('1'))).toBe('Rédacteur · Courriers')
  const none = { assistant_name: null, assistant_category: null, library: null, document_search: false }
  expect(assistantLine(none)).toBe('Chatbot, sans assistant')
  expect(assistantLine({ ...none, library: 'Documentation RH' })).toBe('Bibliothèque documentaire')
  expect(assistantLine({ ...none, document_search: true })).toBe('Recherche documentaire')
})

it('leads to its project while the person may see it', () => {
  expect(shownProject({ project_id: 'p', project_name: 'Quai' })).toEqual({ id: 'p', name: 'Quai' })
  expect(shownProject({ project_id: 'p', project_name: null })).toBeNull()
  expect(shownProject({ project_id: null, project_name: null })).toBeNull()
})

it('names a document that is asked, and says of the last one that it was deleted', () => {
  expect(documentsLine({ documents: [] })).toBeNull()
  expect(documentsLine({ documents: [file('a.pdf')] })).toBe('a.pdf')
  expect(documentsLine({ documents: [file('a.pdf', null), file('b.pdf'), file('c.pdf')] })).toBe('b.pdf et 2\u00a0autres')
  expect(documentsLine({ documents: [file('a.pdf', null)] })).toBe('a.pdf (supprimé)')
})

it('refuses an empty title, once trimmed, and one that is too long', () => {
  expect(titleRefusal(' \n ')).toBe('Le titre ne peut pas être vide')
  expect(titleRefusal('x'.repeat(201))).toBe('200\u00a0caractères au plus')
  expect(titleRefusal('  Budget ')).toBeNull()
})

it('groups by civil day: today, yesterday, a weekday for a week, then a date', () => {
  const now = new Date(2026, 10, 29, 0, 30)
  const at = (...date: [number, number, number, number?]) => ({ updated_at: new Date(...date).toISOString() })
  const rows = [
    at(2026, 10, 30),
    at(2026, 10, 29),
    at(2026, 10, 28, 23),
    at(2026, 10, 28, 1),
    at(2026, 10, 23, 12),
    at(2026, 10, 22, 12),
    at(2026, 10, 1),
    at(2025, 10, 29),
  ]
  expect(groupByDay(rows, now).map(({ title, rows: { length } }) => [title, length])).toEqual([
    ['Aujourd’hui', 2],
    ['Hier', 2],
    ['Lundi 23 novembre', 1],
    ['22 novembre 2026', 1],
    ['1er\u00a0novembre 2026', 1],
    ['29 novembre 2025', 1],
  ])
  expect(groupByDay([], now)).toEqual([])
})

it('names the project that conversations go to', () => {
  expect(movedSentence(1, 'Voirie')).toBe('Conversation mise dans «\u00a0Voirie\u00a0»')
  expect(movedSentence(3, 'Voirie')).toBe('3\u00a0conversations mises dans «\u00a0Voirie\u00a0»')
  expect(movedSentence(2, null)).toBe('2\u00a0conversations retirées de leur projet')
})
