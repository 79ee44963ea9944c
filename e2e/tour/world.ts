import { routes } from '@parvis/contract'
import { accessToken, apiAs, createConversation, createAccount, type ApiClient, waitUntilIndexed } from '../support/api.ts'
import type { Credentials } from '../support/pages.ts'
import { uploadPersonal } from '../support/upload.ts'
import type { AppServer } from '../support/servers/server.ts'

export type Identity = 'nobody' | 'person' | 'admin'

/** Data that the tour displays: one person with an item of each kind, and an administrator. */
export type TourData = {
  credentials: Record<Exclude<Identity, 'nobody'>, Credentials>
  assistant_id: string
  conversation_id: string
  /** A conversation about two loaded documents, one of which was deleted since. */
  search_id: string
  project_id: string
  /** A conversation shared with the person by somebody else. */
  share_id: string
  /** An assistant made by the person. */
  own_assistant_id: string
  /** A document written by the person. */
  written_document_id: string
  /** The sheet of the assistant in the register of uses. */
  register_sheet_id: string
}

const question = 'Prépare la délibération sur la cantine.'

const answer = [
  '## Objet',
  '',
  'Le conseil municipal **approuve** le règlement de la cantine (voir [service-public.fr](https://www.service-public.fr)).',
  '',
  '| Tranche | Tarif du repas |',
  '| --- | --- |',
  '| Quotient inférieur à 600 | 1,00 € |',
  '| Quotient de 600 à 1 200 | 2,80 € |',
  '',
  '1. Lire la délibération en séance.',
  '2. La transmettre au contrôle de légalité.',
  '',
  '```',
  'Article 1 : [À COMPLÉTER]',
  '```',
].join('\n')

export async function makeWorld(server: AppServer): Promise<TourData> {
  const admin = await apiAs(server.url, server.root)
  const person = await createAccount(admin, 'camille', { first_name: 'Camille', last_name: 'Bréhat' })
  const colleague = await createAccount(admin, 'mathurin.lescoat-de-kerguelen', { first_name: 'Mathurin', last_name: 'Lescoat de Kerguélen' })
  const api = await apiAs(server.url, person)
  const [assistant] = await api(routes.assistants.list)
  const project = await api(routes.projects.create, {
    body: {
      name: 'Rénovation de l’école Jules-Ferry',
      description: 'Isolation et chauffage, 2026-2028',
      content: 'Budget : 1,2 M€.\nMaîtrise d’ouvrage : commune.',
    },
  })
  const id = await createConversation(api, { assistant_id: assistant!.id, project_id: project.id }, question, answer)
  await shareConversation(api, id, colleague)
  const share_id = await shareWith(person, await apiAs(server.url, colleague))
  await api(routes.personalPrompts.create, {
    body: { name: 'Convocation du conseil', content: 'Rédigez la convocation de [nom de l’élu] à la séance du [date], à [lieu].' },
  })
  const own = await api(routes.ownAssistants.create, {
    body: { name: 'Relecture du conseil', description: 'Relit une délibération.', prompt_content: 'Relis.', category_id: assistant!.category_id },
  })
  const written = await api(routes.writtenDocuments.create, { body: { title: 'Délibération de la cantine', kind: 'deliberation', markdown: answer } })
  const { entries } = await admin(routes.register.list)
  const search_id = await askDocuments(api)
  await waitUntilIndexed(admin)
  return {
    credentials: { person, admin: server.root },
    assistant_id: assistant!.id,
    conversation_id: id,
    search_id,
    project_id: project.id,
    share_id,
    own_assistant_id: own.id,
    written_document_id: written.id,
    register_sheet_id: entries.find(({ assistant_id }) => assistant_id === assistant!.id)!.id,
  }
}

async function shareConversation(api: ApiClient, id: string, { username }: Credentials): Promise<string> {
  const person = (await api(routes.people.suggest, { query: { search: username } })).people[0]!
  return (await api(routes.shares.create, { params: { id }, body: { people: [person.id] } })).id
}

async function shareWith(reader: Credentials, api: ApiClient): Promise<string> {
  return shareConversation(api, await createConversation(api, {}, question, answer), reader)
}

async function askDocuments(api: ApiClient): Promise<string> {
  const kept = await uploadPersonal(api.origin, api.token, 'règlement de la cantine.txt', 'Le repas coûte 2,80 euros.')
  const gone = await uploadPersonal(api.origin, api.token, 'avenant.txt', 'Le repas coûte 3 euros.')
  const id = await createConversation(api, { documents: [kept, gone] }, 'Combien coûte le repas ?', answer)
  await waitUntilIndexed(api)
  await api(routes.documents.remove, { params: { id: gone } })
  return id
}

/** Returns an access token, with which a page opens signed in. */
export async function tokenOf(server: AppServer, credentials: Credentials): Promise<string> {
  return accessToken(server.url, credentials)
}

/** Time during which a token is reused, in milliseconds. Tokens last fifteen minutes, so that there is enough time left to check the page. */
const reusedForMs = 5 * 60_000

/** Caches access tokens, so that several pages use one session. */
export function cacheTokens(server: AppServer, { credentials }: TourData): (who: keyof TourData['credentials']) => Promise<string> {
  const kept = new Map<string, { token: string; until: number }>()
  return async (who) => {
    const known = kept.get(who)
    if (known !== undefined && known.until > Date.now()) return known.token
    const token = await tokenOf(server, credentials[who])
    kept.set(who, { token, until: Date.now() + reusedForMs })
    return token
  }
}
