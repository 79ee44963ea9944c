import { routes } from '@parvis/contract'
import { expect, it } from 'vitest'
import { seedInstance } from '../../setup/seed-instance.ts'
import { openChatBench } from '../../testing/chat-bench.ts'
import { people } from '../../testing/open-test-app.ts'
import { addToLibrary } from '../documents/documents.fixture.ts'

const bench = openChatBench()
const { app } = bench
const { ana } = people(app, { ana: { is_admin: true } })

const reading = 'Les documents de démonstration sont en cours de lecture'
const question = 'Un agent peut-il contester le compte rendu de son entretien ?'
const askLibrary = async (category: string) => (await bench.askLibrary(ana, { message: question, category })).text()
async function askAssistant(): Promise<string> {
  const { id } = await app.db.selectFrom('assistant').where('name', '=', 'Entretien professionnel').select('id').executeTakeFirstOrThrow()
  return (await bench.ask(ana, await bench.newConversation(ana, { assistant_id: id }), question)).text()
}

it('a question asked before the demonstration documents are read is told so, never that there are none', async () => {
  await addToLibrary(app, ana, 'cantine.md', '# Cantine\n\nLe repas coûte trois euros.\n', { category: 'Tarifs' })
  await seedInstance(app.db, ana.username)
  const answers = [await askLibrary('Documentation RH'), await askLibrary('*'), await askAssistant()]
  expect(answers.map((text) => text.includes(reading))).toEqual([true, true, true])
  expect(answers[0]).toBe(`${reading}. Reposez votre question dans un instant.`)
  // A category whose documents are all read is not concerned.
  expect(await askLibrary('Tarifs')).toContain('Je ne trouve pas')
  await app.db.deleteFrom('job').where('kind', '=', 'seed_documents').execute()
  expect(await askLibrary('Documentation RH')).toContain('Cette catégorie ne contient plus de document')
  expect(await askAssistant()).not.toContain(reading)
  expect((await app.call(routes.library.categories, { token: ana.token })).body.categories.map(({ name }) => name)).toEqual(['Tarifs'])
})
