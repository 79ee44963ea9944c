import type { ConversationChange } from '@parvis/contract'
import { expect, it } from 'vitest'
import { addQuestion, continueReply, replaceQuestion, replaceReply, showConversation, type ScreenChange } from '../machine/screen.ts'
import { changeSentence, isSameContext, assistantChangeAfter, withAuthors } from './context-changes.ts'
import { conversationOf, messageOf, screenAfter } from '../testing.ts'

const change = (more: Partial<ConversationChange> = {}): ConversationChange => ({
  kind: 'project',
  former: 'Gymnase',
  name: 'Voie verte',
  former_icon: null,
  after: 2,
  changed_at: '2026-11-25T08:00:00.000Z',
  ...more,
})

it('is said by what was chosen, and by what was taken away', () => {
  const library = { kind: 'library' as const, former: null, name: 'Tarifs' }
  const all = [
    change(),
    change({ former: null }),
    change({ name: null }),
    change(library),
    change({ ...library, former: 'Code' }),
    change({ ...library, former: 'Code', name: null }),
    change({ kind: 'assistant', former: 'Notes', name: 'Actes' }),
    change({ kind: 'assistant', former: null, name: 'Actes' }),
    change({ kind: 'as_of', former: null, name: '2024-03-01' }),
    change({ kind: 'as_of', former: '2024-03-01', name: null }),
  ]
  expect(all.map(changeSentence)).toEqual([
    'Projet changé\u00a0: Voie verte',
    'Projet associé\u00a0: Voie verte',
    'Projet retiré\u00a0: Gymnase',
    'Bibliothèque associée\u00a0: Tarifs',
    'Bibliothèque changée\u00a0: Tarifs',
    'Bibliothèque retirée\u00a0: Code',
    'Assistant\u00a0: Notes → Actes',
    'Assistant associé\u00a0: Actes',
    'Questions posées à la date du 1er\u00a0mars 2024',
    'Questions posées à la date d’aujourd’hui',
  ])
})

const messages = [messageOf({ id: 'q', role: 'user', content: 'Q' }), messageOf({ id: 'r', content: 'R', status: 'interrompue', finish_reason: 'length' })]
const { messages: _, ...conversation } = conversationOf(messages, { changes: [change({ after: 0 }), change()] })
const again = { key: 'k', content: 'Q2', client_message_id: 'k' }

it.each<[string, ScreenChange, number[]]>([
  ['a question more', addQuestion(again, 'rk'), [0, 2]],
  ['another reply', replaceReply('rk'), [0, 1]],
  ['the end of the reply', continueReply, [0, 1]],
  ['a question put otherwise', replaceQuestion('q', again, 'rk'), [0, 0]],
])('stands before what takes the place of the last turns: %s', (_name, screenChange, positions) => {
  const { changes } = screenAfter(showConversation(conversation, messages), screenChange).conversation!
  expect(changes.map(({ after }) => after)).toEqual(positions)
})

it('tells two states of a conversation apart by what they rest on', () => {
  const here = conversationOf([], { project_id: 'p', project_name: 'P', changes: [change()] })
  expect(isSameContext(here, { ...here, messages: [messageOf({})] } as typeof here)).toBe(true)
  const others: Partial<typeof here>[] = [
    { assistant_id: 'b' },
    { assistant_name: 'Renommé' },
    { project_id: null },
    { project_name: 'Renommé' },
    { library: 'Tarifs' },
    { as_of: '2024-03-01' },
    { changes: [] },
    { changes: [change({ changed_at: '2026-11-25T09:00:00.000Z' })] },
  ]
  expect(others.map((more) => isSameContext(here, { ...here, ...more }))).toEqual(others.map(() => false))
  expect(isSameContext(null, here)).toBe(false)
})

it('tells who wrote each turn, of several assistants one after another', () => {
  const changes = [change({ kind: 'assistant', former: 'Un', name: 'Deux' }), change(), change({ kind: 'assistant', former: 'Deux', name: 'Trois', after: 4 })]
  expect(withAuthors([{}, {}, {}, {}, {}], changes)).toEqual(['Un', 'Un', 'Deux', 'Deux', undefined].map((by) => ({ by })))
  expect(assistantChangeAfter([change()], 0)).toBeUndefined()
})
