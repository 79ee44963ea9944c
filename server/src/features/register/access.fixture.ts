import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule, MatrixWorld } from '../../testing/matrix/matrix-types.ts'

const { register } = routes

/** Reads the sheet of a new assistant of the organisation. */
async function sheet({ app, ...world }: MatrixWorld) {
  const assistant_id = await world.assistant()
  return app.db.selectFrom('register_entry').where('assistant_id', '=', assistant_id).select(['id', 'updated_at']).executeTakeFirstOrThrow()
}
const onSheet = async (world: MatrixWorld) => ({ params: { id: (await sheet(world)).id } })

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(register.list),
  publicRule(register.opinion, { body: { name: 'Tri', description: '', prompt_content: 'Classe les CV.' } }),
  { route: register.get, on: 'a sheet', make: onSheet },
  { route: register.update, on: 'a sheet', make: async (world) => ({ ...(await onSheet(world)), body: { purpose: 'Aider' } }) },
  { route: register.answer, on: 'a sheet', make: async (world) => ({ ...(await onSheet(world)), body: { areas: [], reason: '' } }) },
  {
    route: register.confirm,
    on: 'a sheet without an answer',
    make: async (world) => {
      const { id, updated_at } = await sheet(world)
      return { params: { id }, body: { expected_updated_at: updated_at } }
    },
    success: 409,
  },
  publicRule(register.export, { query: { format: 'csv' } }),
  publicRule(register.impact, { query: { format: 'docx' } }),
]
