import { describe, expect, it, test } from 'vitest'
import { idParam, choiceParam, panelParam, pageParam, pageCountParam, parseSearchParams, textParam, serialiseSearchParams } from './search-param.ts'

const keeping = {
  search: textParam('recherche', { longest: 6, rest: 300 }),
  from: textParam('du', { longest: 10, rest: 300, pattern: /^\d{4}-\d\d-\d\d$/ }),
  sort: choiceParam('tri', ['recent', 'name'], 'recent'),
  category: idParam('categorie'),
  page: pageParam,
}
const nothing = { search: '', from: '', sort: 'recent', category: '', page: 1 } as const

describe('what an address says', () => {
  it('is read by name; what it leaves out is the default', () => {
    expect(parseSearchParams(keeping, '')).toEqual(nothing)
    expect(parseSearchParams(keeping, '?recherche=ecole&tri=name&page=3&categorie=%C3%89tat+civil&du=2026-01-31')).toEqual({
      search: 'ecole',
      from: '2026-01-31',
      sort: 'name',
      category: 'État civil',
      page: 3,
    })
  })

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=deux', 'page=1000000', 'tri=hasard', 'tri=', 'du=hier', 'recherche=%20%20', 'autre=1'])(
    'is the default where it means nothing: %s',
    (query) => expect(parseSearchParams(keeping, `?${query}`)).toEqual(nothing),
  )

  it('holds no more of a text than can be asked, without the spaces around it', () => {
    expect(parseSearchParams(keeping, '?recherche=+marché+couvert').search).toBe('marché')
  })
})

describe('what changes', () => {
  const after = (search: string, changes: Parameters<typeof serialiseSearchParams<typeof keeping>>[2]) => serialiseSearchParams(keeping, search, changes)

  it('is written beside the rest, of the list or not', () => {
    expect(after('?autre=1&tri=name', { category: 'Voirie' })).toBe('?autre=1&tri=name&categorie=Voirie')
    expect(after('?autre=1&autre=2', { page: 2 })).toBe('?autre=1&autre=2&page=2')
  })

  it('leaves the address clean of what is the default', () => {
    expect(after('?tri=name&recherche=ecole', { sort: 'recent', search: '  ' })).toBe('')
    expect(after('', nothing)).toBe('')
  })

  it('starts over from the first page, unless nothing else changes or the page is given', () => {
    expect(after('?page=3', { search: 'ecole' })).toBe('?recherche=ecole')
    expect(after('?page=3&recherche=ecole', { search: ' ecole ' })).toBe('?page=3&recherche=ecole')
    expect(after('?page=3&tri=hasard', { sort: 'recent' })).toBe('?page=3')
    expect(after('?page=3', { sort: 'name', page: 2 })).toBe('?tri=name&page=2')
  })

  it('keeps how far one has read when something is opened beside the list, and starts over for another list', () => {
    const readOn = { search: keeping.search, document: panelParam('document'), pages: pageCountParam }
    expect(serialiseSearchParams(readOn, '?pages=3', { document: 'a' })).toBe('?pages=3&document=a')
    expect(serialiseSearchParams(readOn, '?pages=3&document=a', { search: 'ecole' })).toBe('?document=a&recherche=ecole')
    expect(parseSearchParams(readOn, '?pages=90000').pages).toBe(20)
  })

  it('is read again as it was written', () => {
    const state = { search: 'é&=+%', from: '2026-02-28', sort: 'name', category: 'a b', page: 12 } as const
    expect(parseSearchParams(keeping, serialiseSearchParams(keeping, '', state))).toEqual(state)
  })
})
