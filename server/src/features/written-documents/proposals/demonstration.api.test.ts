import { routes, type WrittenDocument } from '@parvis/contract'
import { expect, it } from 'vitest'
import { openTestApp, people } from '../../../testing/open-test-app.ts'

const { chat, conversations, proposals, writtenDocuments } = routes

// The demonstration model, as on a new instance without a key.
const app = openTestApp({ config: { chat: { maxRunning: 100, maxPerMinute: 1_000 } } })
const { ana } = people(app, { ana: {} })

it('a newcomer makes a deliberation of their own facts in a few questions, and accepts everything', async () => {
  const { token } = ana
  const conversation_id = (await app.call(conversations.findOrCreate, { token, body: {} })).body.id
  const { id } = (await app.call(writtenDocuments.create, { token, body: { title: 'Subvention', kind: 'deliberation', conversation_id } })).body
  const read = async (): Promise<WrittenDocument> => (await app.call(writtenDocuments.get, { token, params: { id } })).body
  const texts = async () => (await read()).blocks.map((block) => ('text' in block ? block.text : block.kind))
  const ask = async (content: string) => {
    expect((await app.call(chat.stream, { token, body: { conversation_id, messageHistory: [{ role: 'user', content }] } })).status).toBe(200)
    const open = (await app.call(proposals.list, { token, params: { id } })).body.filter(({ state }) => state !== 'accepted' && state !== 'refused')
    expect(open.map(({ state }) => state).filter((state) => state !== 'open')).toEqual([])
    if (open.length === 0) return
    const { body } = await app.call(proposals.acceptAll, { token, params: { id }, body: { ids: open.map((one) => one.id) } })
    expect(body.proposals.map(({ state }) => state)).toEqual(open.map(() => 'accepted'))
  }

  await ask('Rédige une délibération pour accorder une subvention de 1 500 € au club de football. Le club achète des maillots pour 84 enfants.')
  expect(await texts()).toContain('Considérant que le club achète des maillots pour 84 enfants,')
  await ask('La séance a lieu le 12 mai 2026, la commune est Lannec et le maire est Yann Le Goff.')
  await ask('Vote : à l’unanimité')
  await ask('Ajoute un article sur le versement : en deux fois, en juin et en septembre')
  await ask('Passe la subvention de 1 500 € à 1 800 €')
  await ask('Remplace « maillots » par « tenues »')

  const text = (await texts()).join('\n').replace(/[\u00a0\u202f]/g, ' ')
  for (const fact of [
    'Séance du 12 mai 2026',
    'Commune : Lannec',
    'Yann Le Goff',
    '84 enfants',
    '1 800 €',
    'tenues',
    'unanimité',
    'Versement. En deux fois, en juin et en septembre.',
  ])
    expect(text).toContain(fact)
  expect(text).not.toMatch(/1 500|maillots|date de la séance|\[À COMPLÉTER\s: commune/)
  expect(await read()).toMatchObject({ open_proposals: 0, version: expect.any(Number) })
})
