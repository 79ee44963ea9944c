import { expect, it } from 'vitest'
import { countsByEntry, newsItems } from './news-words.ts'

const news = { to_review: 2, refusals: 1, conversations: 0, projects: 1, assistants: 3 }

it('says what waits, and where, to an administrator and to the others', () => {
  expect(newsItems(news, true).map(({ label, href }) => `${label} ${href}`)).toEqual([
    '2\u00a0assistants à relire /assistants-admin',
    '1\u00a0proposition refusée /mes-assistants',
    '1\u00a0projet partagé avec vous /projects',
    '3\u00a0assistants partagés avec vous /assistants',
  ])
  expect(newsItems(news, false)[0]).toMatchObject({ href: '/mes-assistants' })
})

it('counts each piece of news beside one entry', () => {
  expect(countsByEntry(news, true)).toEqual({ '/assistants': 4, '/my-space': 0, '/projects': 1, '/assistants-admin': 2 })
  expect(countsByEntry(news, false)).toMatchObject({ '/assistants': 6, '/assistants-admin': 0 })
})
