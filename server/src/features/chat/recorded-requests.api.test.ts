import { routes } from '@parvis/contract'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openChatBench } from '../../testing/chat-bench.ts'
import { newCategory, people } from '../../testing/open-test-app.ts'
import { addToLibrary, fileForm } from '../documents/documents.fixture.ts'

// The requests to a server set by LLM_BASE_URL, LLM_API_KEY and LLM_MODEL, compared with those recorded before models had levels (commit 9bcbcbfa).

const bench = openChatBench()
const { ana } = people(bench.app, { ana: { is_admin: true, first_name: 'Ana', last_name: 'Martin' } })
const recorded = new URL('recorded-requests.jsonl', import.meta.url)

/** Headers that do not change from one run to the next. */
const stableHeaders = ['content-type', 'accept', 'authorization', 'content-length', 'connection', 'transfer-encoding', 'user-agent']
/** Returns a request as one line: its path, its headers in order, and its body in order. */
function lineOf({ path, headers, body }: (typeof bench.model.requests)[number]): string {
  const unexpected = Object.keys(headers).filter((name) => name !== 'host' && !stableHeaders.includes(name))
  return JSON.stringify({ path, unexpected, headers: Object.fromEntries(stableHeaders.map((name) => [name, headers[name]])), body })
}

it('today’s settings send the same bytes as before the levels', async () => {
  const { app, ask, newConversation } = bench
  app.context.extractor = createInProcessExtractor()
  const simple = await newConversation(ana)
  await ask(ana, simple, 'Bonjour, que savez-vous faire ?')
  await ask(ana, simple, 'Rédigez un arrêté. mode:coupure')
  await ask(ana, simple, '', { action: 'continue' })
  await ask(ana, simple, '', { action: 'regenerate' })
  await ask(ana, simple, '', { action: 'regenerate', rewrite: 'shorter' })
  const category_id = await newCategory(app.db)
  const fields = { name: 'Actes', description: 'Rédige', prompt_content: 'Vous rédigez des actes.', category_id, icon: 'FileText' as const }
  const assistant_id = (await app.call(routes.assistants.create, { token: ana.token, body: fields })).body.id
  const body = { name: 'École', description: 'Travaux', content: 'Travaux de l’école en 2026.' }
  const project_id = (await app.call(routes.projects.create, { token: ana.token, body })).body.id
  const guided = await newConversation(ana, { assistant_id, project_id })
  await ask(ana, guided, '', { action: 'opening' })
  await ask(ana, guided, 'Et la délibération ?')
  await addToLibrary(app, ana, 'piscine.md', 'Le tarif de la piscine est de 3 euros.\n\nElle ouvre à 9 heures.', { category: 'Règlements' })
  const library = await newConversation(ana, { library: 'Règlements' })
  await ask(ana, library, 'Quel est le tarif de la piscine ?')
  await ask(ana, library, 'Quelle est la capitale du Pérou ?')
  await app.call(routes.conversations.addFiles, {
    token: ana.token,
    params: { id: simple },
    form: fileForm('cantine.md', 'La cantine ouvre à midi. Le repas coûte 4 euros.', {}, 'document'),
  })
  await app.context.worker.drain()
  await ask(ana, simple, 'Combien coûte le repas de la cantine ?')
  await bench.askLibrary(ana, { message: 'Quand ouvre la piscine ?', category: 'Règlements' })
  await app.call(routes.chat.simple, { token: ana.token, body: { message: 'Bonjour' } })
  const lines = bench.model.requests.map(lineOf)
  expect(lines).toEqual(readFileSync(recorded, 'utf8').trimEnd().split('\n'))
})
