import { routes } from '@parvis/contract'
import { ownerRule, publicRule, uniqueName } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { article, corpusForm, corpusPack, version } from './corpus.fixture.ts'

const { corpora, references } = routes

/** A pack of a code of its own: a code belongs to one corpus. */
const anyPack = () => {
  const name = uniqueName()
  return corpusPack([article('L1', [version('v1', '2020-01-01')], { code: name })], { name, codes: [{ id: name, title: name, abbreviations: [] }] })
}

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [
  publicRule(corpora.list),
  { route: corpora.preview, on: '', make: () => ({ form: corpusForm(anyPack()) }) },
  { route: corpora.import, on: '', make: () => ({ form: corpusForm(anyPack()) }) },
  {
    route: corpora.remove,
    on: '',
    make: async ({ app, people }) => {
      const { body } = await app.call(corpora.import, { form: corpusForm(anyPack()), token: people.admin.token })
      return { params: { id: body.corpus.id } }
    },
  },
  publicRule(references.find, { body: { text: 'article L. 2121-29 du CGCT' } }),
  {
    route: references.article,
    on: '',
    make: async ({ app, people }) => {
      const pack = anyPack()
      await app.call(corpora.import, { form: corpusForm(pack), token: people.admin.token })
      return { query: { code: pack.name, article: 'L1' } }
    },
  },
  publicRule(references.changes),
  ownerRule(references.confirm, 'A’s prompt', async (world) => {
    const id = await world.personalPrompt()
    const changed = { personal_prompt_id: id, code: 'CGCT', number: 'L1', number_key: 'L1', kind: 'change' as const, noticed_at: new Date() }
    await world.app.db.insertInto('changed_citation').values(changed).execute()
    return { body: { kind: 'personal_prompt', id } }
  }),
]
