import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { HomePage, type HomePageProps } from './HomePage.tsx'
import { familiarAssistants } from '../../layout/familiar-assistants/familiar-assistants.ts'

beforeAll(() => HomePage.preload('/'))

const person = { username: 'nlambert', first_name: 'Noé', is_admin: false, previous_login: '2026-03-01T10:00:00Z' }
const page = (props: Partial<HomePageProps> = {}) => renderToStaticMarkup(<HomePage user={null} {...props} />)
const addresses = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
const conversation = (id: string) => ({ id, title: `Titre ${id}`, updated_at: '2026-03-01T10:00:00Z', assistant_id: 'a', assistant_name: 'Rédacteur' })

it('offers the three cards, the two buttons and the sign-in to a visitor', () => {
  const html = page()
  expect(addresses(html)).toEqual(['/assistants', '/docs', '/assistants', '/projects', '/biblio-rag', '/login'])
  for (const words of ['Assistants IA', 'Commencez ici !', 'Projets', 'Documents', 'Pourquoi choisir', 'Essayer les assistants', 'Consulter l&#x27;aide'])
    expect(html).toContain(words)
  expect(html).not.toContain('Reprendre où vous en étiez')
})

it('adds two cards for administrators', () => {
  expect(addresses(page({ user: { ...person, is_admin: true }, work: { conversations: [] } }))).toEqual(expect.arrayContaining(['/bibliotheque', '/users']))
  expect(addresses(page({ user: person, work: { conversations: [] } }))).not.toContain('/users')
})

it('tells administrators alone that the demonstration model answers, with the way to connect another', () => {
  const home = (is_admin: boolean, isDemonstration: boolean) => addresses(page({ user: { ...person, is_admin }, work: { conversations: [], isDemonstration } }))
  expect(home(true, true)).toContain('/docs#administration')
  expect(home(true, false)).not.toContain('/docs#administration')
  expect(home(false, true)).not.toContain('/docs#administration')
})

it('lets a signed-in person resume the three latest conversations', () => {
  const html = page({ user: person, work: { conversations: ['1', '2', '3', '4'].map(conversation) } })
  expect(html).toContain('Bonjour Noé')
  expect(addresses(html).filter((address) => address?.includes('conversation='))).toEqual(
    ['1', '2', '3'].map((id) => `/chatbot-assistant?assistant=a&amp;conversation=${id}`),
  )
})

it('waits for conversations before it draws what they push, then shows their outline, and nothing when there is none', () => {
  const awaited = page({ user: person })
  expect(awaited).toContain('Chargement de vos conversations…')
  for (const words of ['Reprendre', 'Vos outils', 'Essayer les assistants', 'Pourquoi choisir']) expect(awaited).not.toContain(words)
  const late = page({ user: person, isLate: true })
  for (const words of ['Chargement de vos conversations…', 'Reprendre', 'Vos outils', 'Essayer les assistants']) expect(late).toContain(words)
  expect(page({ user: person, work: { conversations: [] } })).not.toContain('Reprendre')
  const newcomer = { ...person, previous_login: null }
  expect(page({ user: newcomer })).not.toContain('Reprendre')
  expect(page({ user: newcomer, work: { conversations: [conversation('1')] } })).toContain('Titre 1')
})

it('puts the starred assistants before the used ones, each once', () => {
  const one = (id: string) => ({ assistant_id: id, assistant_name: `Assistant ${id}` })
  const assistants = familiarAssistants([one('c'), one('a')], [one('a'), one('b')])
  expect(addresses(page({ user: person, work: { conversations: [], assistants } })).filter((address) => address?.startsWith('/chatbot-assistant'))).toEqual(
    ['c', 'a', 'b'].map((id) => `/chatbot-assistant?assistant=${id}`),
  )
  expect(familiarAssistants()).toEqual([])
})

it('names the host and the model of the installation, and claims neither while they are not known', () => {
  for (const html of [page(), page({ user: person, work: { conversations: [] } })]) expect(html).not.toMatch(/France|européen|Hébergement|modèle/)
  const known = {
    hosting: 'Agglo du Val, Tours',
    model: { name: 'llama-3', built_in: false, hosts: ['ia.val.fr'] },
    models: [{ id: 'llama-3', label: 'llama-3', level: 1, host: 'ia.val.fr' }],
    level_names: ['externe', 'souverain', 'interne'],
  } as HomePageProps['instance']
  expect(page({ instance: known })).toContain(
    'Hébergement\u00a0: Agglo du Val, Tours. Cette installation répond avec le modèle de langage «\u00a0llama-3\u00a0».',
  )
  expect(page({ instance: known && { ...known, hosting: null } })).not.toMatch(/France|européen|Hébergement/)
})

it('folds the reasons for a person who has conversations, and opens them for the others', () => {
  const folds = (props: Partial<HomePageProps>) => /<h2 id="pourquoi"><button[^>]* aria-expanded="false"/.test(page(props))
  expect(folds({})).toBe(false)
  expect(folds({ user: person, work: { conversations: [] } })).toBe(false)
  expect(folds({ user: { ...person, previous_login: null } })).toBe(false)
  expect(folds({ user: person, work: { conversations: [conversation('1')] } })).toBe(true)
  expect(folds({ user: person, isLate: true })).toBe(true)
})
