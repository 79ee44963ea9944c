import { routes } from '@parvis/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { neverRefetched, createQueryFunctions, keyOf } from './query-functions.ts'
import type { Client } from './transport/client.ts'

const queryClient = new QueryClient()
const { queryFor, invalidate, invalidateAnswers, updateListRows, updateOptimistically } = createQueryFunctions({
  call: (() => Promise.resolve({})) as Client['call'],
  cache: queryClient,
})

const id = '0a0e3a52-0000-4000-8000-000000000001'
const stale = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[0])
const given = (queryKey: readonly unknown[], data: unknown) => void queryClient.setQueryData(queryKey, data)

beforeEach(() => queryClient.clear())

describe('the key of a call', () => {
  it('is its path, then what is sent with it; nothing sent is nothing, however it is written', () => {
    expect(keyOf(routes.projects.list)).toEqual(['/projects', null, null, null])
    expect(keyOf(routes.assistants.list, { query: {} })).toEqual(keyOf(routes.assistants.list, { query: { is_active: undefined } }))
    expect(keyOf(routes.projects.get, { params: { id } })).toEqual(['/projects/:id', { id }, null, null])
    expect(queryFor(routes.assistants.list, { query: { is_active: '1' } }).queryKey).not.toEqual(queryFor(routes.assistants.list, { query: {} }).queryKey)
  })
})

describe('what a change asks again', () => {
  it('is all that shows it, as the contract states, and nothing else', async () => {
    const project = keyOf(routes.projects.get, { params: { id } })
    for (const key of [keyOf(routes.projects.list), project, keyOf(routes.conversations.stats), keyOf(routes.profile.get)]) given(key, {})
    await invalidate(routes.projects.update)
    expect(stale()).toEqual(['/projects', '/projects/:id'])
    await invalidate(routes.projects.remove)
    expect(stale()).toEqual(['/projects', '/projects/:id', '/conversations/stats'])
  })

  it('is not what was asked once, about what goes', async () => {
    queryClient.getQueryCache().build(queryClient, { queryKey: keyOf(routes.rights.userHoldings, { params: { id } }), meta: neverRefetched })
    given(keyOf(routes.users.list, { query: {} }), {})
    await invalidate(routes.users.remove)
    expect(stale()).toEqual(['/users'])
  })

  it('is one call alone, whatever was sent, where somebody else changed it', async () => {
    for (const is_active of ['1', '0'] as const) given(keyOf(routes.assistants.list, { query: { is_active } }), [])
    given(keyOf(routes.assistants.get, { params: { id } }), {})
    await invalidateAnswers(routes.assistants.list)
    expect(stale()).toEqual(['/assistants', '/assistants'])
  })
})

it('a row changes in every list that is read on, and not in a page that was asked for by itself', () => {
  const page = { data: [{ id, title: 'Avant' }], next_cursor: null, total: 1 }
  const lists = [
    [...keyOf(routes.conversations.page, { query: { search: 'a' } }), 'pages'],
    [...keyOf(routes.conversations.page, { query: {} }), 'pages'],
  ]
  for (const key of lists) given(key, { pages: [page], pageParams: [undefined] })
  given(keyOf(routes.conversations.page, { query: { limit: '3' } }), page)
  updateListRows(routes.conversations.page, (row) => (row.id === id ? null : row))
  for (const key of lists) expect(queryClient.getQueryData(key)).toEqual({ pages: [{ data: [], next_cursor: null, total: 0 }], pageParams: [undefined] })
  expect(queryClient.getQueryData(keyOf(routes.conversations.page, { query: { limit: '3' } }))).toEqual(page)
})

describe('what is shown before the server has said yes', () => {
  const key = keyOf(routes.assistantFavorites.list)
  const starred = (...ids: string[]) => ids.map((assistant_id) => ({ assistant_id, assistant_name: '' }))
  const star = (id: string) => updateOptimistically(routes.assistantFavorites.list, (favorites) => [...favorites, ...starred(id)])
  const without = (id: string) => (favorites: ReturnType<typeof starred>) => favorites.filter(({ assistant_id }) => assistant_id !== id)

  it('is put back as it was when it is refused, or it alone', () => {
    given(key, starred('a'))
    const undo = star('b')
    expect(queryClient.getQueryData(key)).toEqual(starred('a', 'b'))
    star('c')
    undo(without('b'))
    expect(queryClient.getQueryData(key)).toEqual(starred('a', 'c'))
    undo()
    expect(queryClient.getQueryData(key)).toEqual(starred('a'))
  })

  it('refused once the person has gone, puts nothing of theirs back, nor in what belongs to whoever came', () => {
    given(key, starred('a'))
    const undo = star('b')
    queryClient.clear()
    undo()
    expect(queryClient.getQueryData(key)).toBeUndefined()
    given(key, starred('z'))
    undo()
    expect(queryClient.getQueryData(key)).toEqual(starred('z'))
  })

  it('is nothing where nothing was asked yet', () => {
    star('b')()
    expect(queryClient.getQueryData(key)).toBeUndefined()
  })
})
