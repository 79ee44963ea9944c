import { request } from 'node:http'
import { conversationOf, expectThat, lastMessage, type SoakAction } from './actions.ts'

/** Makes the model fail in a given mode: the person must be notified, and the reply must not look complete. */
const model =
  (mode: string): SoakAction =>
  async (person, personData) => {
    const id = await conversationOf(person, personData)
    personData.questions += 1
    const reply = await person.ask(id, `Rédige la note. mode:${mode}`)
    await reply.ended
    const end = reply.events.at(-1)
    expectThat(
      reply.status === 200 ? end?.type === 'done' && end.status !== 'complete' : [502, 503, 504].includes(reply.status),
      `mode ${mode}: ${reply.status} ${JSON.stringify(end)}`,
    )
    const lastSaved = await lastMessage(person, id)
    expectThat(lastSaved?.status === 'interrompue' || lastSaved?.status === 'erreur', `mode ${mode}: kept as ${lastSaved?.status}`)
  }

/** Leaves in the middle of a reply and never comes back: the reply is completed on the server. */
const leaveMidReply: SoakAction = async (person, personData) => {
  const id = await conversationOf(person, personData)
  personData.questions += 1
  const reply = await person.ask(id, 'Rédige la note. mode:lent:20')
  await reply.until((events) => events.length > 2)
  reply.leave()
  await reply.ended
  // Nothing more is asked in that conversation until it has ended.
  personData.questions = Infinity
}

const stop: SoakAction = async (person, personData) => {
  const id = await conversationOf(person, personData)
  personData.questions += 1
  const reply = await person.ask(id, 'Rédige la note. mode:sans-fin:20')
  await reply.until((events) => events.length > 2)
  await person.callOrThrow('POST', `/streams/${reply.stream_id}/stop`)
  await reply.ended
  const lastSaved = await lastMessage(person, id)
  expectThat(lastSaved?.status === 'interrompue', `a stopped reply is kept as ${lastSaved?.status}`)
}

const refused =
  (status: number, method: string, path: string, body?: unknown, headers?: Record<string, string>): SoakAction =>
  async (person) => {
    const answer = await person.call(method, path, body, headers)
    expectThat(answer.status === status, `${method} ${path}: ${answer.status} rather than ${status}`)
  }

const wrongFile: SoakAction = async (person) => {
  const { status } = await person.upload('note.pdf', 'MZ\u0090 ceci n’est pas un PDF')
  expectThat(status >= 400 && status < 500, `a lying file: ${status}`)
}

/** Aborts an upload midway, like a laptop that is closed. */
const cutUpload: SoakAction = (person) =>
  new Promise((resolve) => {
    const call = request(`${person.url}/api/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=coupe', 'content-length': 5_000_000 },
    })
    call.on('error', () => resolve())
    call.write('--coupe\r\ncontent-disposition: form-data; name="document"; filename="a.txt"\r\n\r\n')
    call.write('La voirie communale. '.repeat(5_000))
    setTimeout(() => call.destroy(), 200)
    call.on('close', () => resolve())
  })

/** Faults of the model, the network and the people. */
export const faults: Record<string, SoakAction> = {
  'modèle : erreur 500': model('500'),
  'modèle : 429': model('429:1'),
  'modèle : coupé': model('coupure:5'),
  'modèle : coupé avant le premier mot': model('coupure-avant'),
  'modèle : muet': model('silence:3'),
  'modèle : erreur dans le flux': model('erreur-dans-flux:4'),
  'modèle : page HTML': model('html'),
  'modèle : réponse vide': model('vide'),
  'partir sans revenir': leaveMidReply,
  'arrêter une réponse': stop,
  'corps illisible': refused(400, 'POST', '/projects', '{"name":'),
  'corps du mauvais type': refused(422, 'POST', '/projects', { name: { a: [] } }),
  'corps de 2 Mo': refused(413, 'POST', '/projects', { name: 'x'.repeat(2_000_000) }),
  'autre type de contenu': refused(415, 'POST', '/projects', 'name=a', { 'content-type': 'text/plain' }),
  'adresse d’un autre': refused(404, 'GET', '/conversations/9a1c3f0e-6a55-4a7b-8f33-1a2b3c4d5e6f'),
  'jeton faux': refused(401, 'GET', '/conversations', undefined, { authorization: 'Bearer faux' }),
  'fichier menteur': wrongFile,
  'dépôt coupé': cutUpload,
}
