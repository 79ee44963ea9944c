import { expect, test } from 'vitest'
import { resultsOf, type PaletteSources } from './palette-results.ts'

const conversation = (id: string, title: string, message_id?: string) => ({
  id,
  title,
  assistant_id: null,
  assistant_name: null,
  project_id: null,
  library: null,
  documents: [],
  prompt_id: null,
  ...(message_id !== undefined && { match: { title: [], passage: { message_id, role: 'user' as const, author: null, parts: [] } } }),
})
const assistant = (name: string, usage_count: number, description = '') => ({ id: name, name, description, usage_count })
const sources: PaletteSources = {
  conversations: [conversation('c1', 'Le budget', 'm1'), conversation('c2', 'La cantine')],
  documents: [{ id: 'd1', original_filename: 'reglement.pdf', category: 'Réglementation' }],
  written: [{ id: 'w1', title: 'Délibération du budget', owner: null }],
  assistants: [assistant('Budget', 1), assistant('Écoles', 9, 'Le budget des écoles'), assistant('Courrier', 5)],
  prompts: [
    { id: 'p1', name: 'Budget primitif', content: 'Présente…' },
    { id: 'p2', name: 'Courrier', content: 'Écris…' },
  ],
}
const titles = (search: string, from = sources, is_admin = false) =>
  resultsOf(search, { is_admin }, from).map(({ title, results }) => [title, results.map(({ label }) => label)])

test('without a search, where one left off: recent conversations, assistants by use, screens', () => {
  expect(titles('  ')).toEqual([
    ['Conversations récentes', ['Le budget', 'La cantine']],
    ['Assistants les plus utilisés', ['Écoles', 'Courrier', 'Budget']],
    ['Écrans', ['Accueil', 'Assistants', 'Avatars', 'Mon espace', 'Bibliothèque']],
  ])
})

test('a search finds by name before description, whatever accents and capitals; what the server found is as it gave it', () => {
  expect(titles('BUDGET')).toEqual([
    ['Conversations', ['Le budget', 'La cantine']],
    ['Assistants', ['Budget', 'Écoles']],
    ['Prompts', ['Budget primitif']],
    ['Documents rédigés', ['Délibération du budget']],
    ['Base documentaire', ['reglement.pdf']],
  ])
  expect(titles('ecoles', { ...sources, conversations: undefined, documents: undefined, written: undefined })).toEqual([['Assistants', ['Écoles']]])
})

test('leads to the very message, to the assistant, to the prompt, to the document, to the screen', () => {
  const links = resultsOf('budget', { is_admin: false }, sources).flatMap(({ results }) => results.map(({ href }) => href))
  expect(links).toEqual([
    '/chatbot?conversation=c1#message-m1',
    '/chatbot?conversation=c2',
    '/chatbot-assistant?assistant=Budget',
    `/chatbot-assistant?assistant=${encodeURIComponent('Écoles')}`,
    '/chatbot?prompt=p1',
    '/documents-rediges/w1',
    '/bibliotheque?document=d1',
  ])
})

test('an administrator finds the screens of administration, and nobody else', () => {
  expect(titles('journal', { ...sources, conversations: [], documents: [], written: [] }, true)).toEqual([['Écrans', ['Journal d’audit']]])
  expect(titles('journal', { ...sources, conversations: [], documents: [], written: [] })).toEqual([])
})

test('a page to which « Mon compte » leads is found, once, under each of its names', () => {
  const none = { conversations: [], documents: [], written: [], assistants: [], prompts: [] }
  const screens = (search: string, is_admin: boolean) => titles(search, none, is_admin)
  expect(screens('services', false)).toEqual([['Écrans', ['Mes services']]])
  expect(screens('services', true)).toEqual([['Écrans', ['Services']]])
  expect(screens('mes services', true)).toEqual([['Écrans', ['Mes services']]])
})

test('five of a kind at the most, and arrows go round', () => {
  const many = { ...sources, assistants: Array.from({ length: 9 }, (_, at) => assistant(`Budget ${at}`, at)) }
  expect(resultsOf('budget', { is_admin: false }, many).find(({ title }) => title === 'Assistants')?.results).toHaveLength(5)
})
