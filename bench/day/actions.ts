import { routes } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedInWorker } from './person.ts'

/** Resources common to all workers. */
export type SharedResources = { assistants: readonly string[]; library: string }

/** State of a worker: the conversation in progress. */
export type WorkerState = { conversation: string | null; assistant: number; saved: number }

/** An action of a worker. @throws when the application does not behave as expected */
type WorkerAction = (worker: SignedInWorker, desk: WorkerState, office: SharedResources) => Promise<void>

const stories = [
  'Bonjour, c’est Nadine, de la mairie. Mme Petit me demande comment on paie les heures supplémentaires d’un agent à temps partiel, merci d’avance !',
  'Rebonjour, M. Le Goff est furieux : sa demande de permis attend depuis deux mois. Pouvez-vous me dire quels délais nous devons tenir ? Bonne journée',
  'Bonjour ! On me demande de préparer la délibération pour la subvention du club de foot, je ne sais pas par quoi commencer. Merci beaucoup',
]
const story = () => stories[Math.floor(Math.random() * stories.length)]!

function expectTrue(condition: boolean, description: string): asserts condition {
  if (!condition) throw new Error(description)
}

const question = (conversation_id: string, content: string, otherFields: object = {}) => ({
  conversation_id,
  messageHistory: [{ role: 'user', content }],
  ...otherFields,
})

/** Starts a new conversation with one of the assistants, which sends the opening message. */
async function begin({ api, ask }: SignedInWorker, desk: WorkerState, { assistants }: SharedResources): Promise<string> {
  desk.assistant = (desk.assistant + 1) % assistants.length
  const { id, messages } = await api(routes.conversations.findOrCreate, { body: { assistant_id: assistants[desk.assistant]! } })
  if (messages.length === 0) await ask(routes.chat.stream, question(id, '', { action: 'opening' }))
  desk.conversation = id
  return id
}

const current = async (worker: SignedInWorker, desk: WorkerState, office: SharedResources) => desk.conversation ?? (await begin(worker, desk, office))

/** Makes the calls of the pages when somebody comes back to the application. */
const comeBack: WorkerAction = async ({ api }) => {
  await Promise.all([
    api(routes.auth.me),
    api(routes.conversations.recent),
    api(routes.assistants.catalogue),
    api(routes.instance.info),
    api(routes.announcements.current),
  ])
}

const threeFiles: WorkerAction = async (worker, desk, office) => {
  const id = await begin(worker, desk, office)
  const amount = `${(1_000 + Math.floor(Math.random() * 8_000)).toLocaleString('fr-FR')} euros`
  const refused = await worker.addFiles(id, [
    { name: 'devis.txt', content: `Le devis de réfection de la toiture de la mairie est de ${amount}.` },
    { name: 'planning.txt', content: 'Les travaux de la toiture commencent le 3 mai.' },
    { name: 'photo.exe', content: 'MZ' },
  ])
  expectTrue(refused.join() === 'photo.exe', `three files, of which refused: ${refused.join()}`)
  const startedAt = performance.now()
  for (;;) {
    const { documents } = await worker.api(routes.conversations.get, { params: { id } })
    const ids = documents.flatMap(({ document_id }) => document_id ?? [])
    const states = (await worker.api(routes.documents.states, { query: { ids } })).documents.map(({ state }) => state)
    if (states.length === 2 && states.every((state) => state === 'indexe')) break
    expectTrue(performance.now() - startedAt < 60_000, `files still read after a minute: ${states.join()}`)
    await sleep(500)
  }
  const reply = await worker.ask(
    routes.chat.stream,
    question(id, 'Bonjour, Mme Petit me demande le montant du devis de réfection de la toiture, merci d’avance'),
  )
  expectTrue(reply.text().replace(/\s/g, ' ').includes(amount.replace(/\s/g, ' ')), 'an answer without the amount of its file')
}

const resumeConversation: WorkerAction = async (worker, desk, office) => {
  const { conversations } = await worker.api(routes.conversations.recent)
  const [last] = conversations
  if (last === undefined) return void (await begin(worker, desk, office))
  await worker.api(routes.conversations.get, { params: { id: last.id } })
  await worker.ask(routes.chat.stream, question(last.id, story()))
}

const askLibrary: WorkerAction = async ({ api, ask }, _desk, { library }) => {
  const { id } = await api(routes.conversations.findOrCreate, { body: { library } })
  await ask(routes.chat.libraryStream, { conversation_id: id, message: story(), category: library })
}

const usePrompt: WorkerAction = async (worker, desk, office) => {
  const id = await current(worker, desk, office)
  const [choice] = await worker.api(routes.promptChoices.list)
  expectTrue(choice !== undefined, 'no prompt to insert')
  const { content } = await worker.api(routes.promptChoices.get, { params: { id: choice.id } })
  await worker.ask(routes.chat.stream, question(id, content.slice(0, 2_000)))
  if (desk.saved++ < 5)
    await worker.api(routes.personalPrompts.create, { body: { name: `Compte rendu ${desk.saved}`, content: 'Résume la réunion du [date].' } })
}

/** Rewrites an answer in another form, then goes back to the first version. */
const rewriteAnswer: WorkerAction = async (worker, desk, office) => {
  const id = await current(worker, desk, office)
  await worker.ask(routes.chat.stream, question(id, story()))
  await worker.ask(routes.chat.stream, { conversation_id: id, action: 'regenerate', rewrite: 'shorter' })
  const { messages } = await worker.api(routes.conversations.get, { params: { id } })
  const versions = messages.at(-1)?.versions ?? []
  expectTrue(versions.length >= 2, `${versions.length} versions of a rewritten answer`)
  await worker.api(routes.conversations.showVersion, { params: { id, message_id: versions[0]! } })
}

/** Changes the assistant, project and library in the middle of a conversation. */
const changeContext: WorkerAction = async (worker, desk, office) => {
  const id = await current(worker, desk, office)
  const { id: project_id } = await worker.api(routes.projects.create, { body: { name: 'Voie verte', content: 'Relier les deux bourgs.' } })
  const otherAssistants = office.assistants.filter((_, index) => index !== desk.assistant)
  await worker.api(routes.conversations.update, { params: { id }, body: { assistant_id: otherAssistants[0]!, project_id, library: office.library } })
  const reply = await worker.ask(routes.chat.stream, question(id, story()))
  expectTrue(reply.text() !== '', 'an empty answer')
  const { changes } = await worker.api(routes.conversations.update, { params: { id }, body: { project_id: null, library: null } })
  expectTrue(changes.length >= 3, `${changes.length} changes said`)
  await worker.api(routes.projects.remove, { params: { id: project_id } })
}

const find: WorkerAction = async ({ api }) => {
  const search = ['devis toiture', 'heures supplémentaires', 'deliberation'][Math.floor(Math.random() * 3)]!
  await Promise.all([api(routes.conversations.page, { query: { search, limit: 5 } }), api(routes.documents.page, { query: { search, limit: 5 } })])
}

/** Maximum time, in milliseconds, for another tab of the same person to be notified of a change. */
export const notifiedWithinMs = 2_000
const renameAndArchive =
  (record: (ms: number) => void): WorkerAction =>
  async (worker, desk, office) => {
    const id = await current(worker, desk, office)
    const notification = worker.waitForChange('/conversations', notifiedWithinMs)
    await Promise.all([notification.then(record), worker.api(routes.conversations.update, { params: { id }, body: { title: `Toiture ${Math.random()}` } })])
    await worker.api(routes.conversations.update, { params: { id }, body: { archived: true } })
    await worker.api(routes.conversations.update, { params: { id }, body: { archived: false } })
  }

/**
 * Actions with their frequency, in percent.
 * @param record called with the time, in milliseconds, that a tab took to be notified
 */
export const workerActions = (record: (ms: number) => void): Record<string, [share: number, act: WorkerAction]> => ({
  'revenir à l’application': [22, comeBack],
  'reprendre une conversation': [22, resumeConversation],
  'interroger la bibliothèque': [14, askLibrary],
  'trois fichiers et une question': [8, threeFiles],
  'retrouver par la palette': [12, find],
  'un prompt dans le champ': [7, usePrompt],
  'dire autrement, revenir': [5, rewriteAnswer],
  'changer le contexte': [5, changeContext],
  'renommer, archiver': [5, renameAndArchive(record)],
})
