import { routes } from '@parvis/contract'
import { open, opened } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'
import { textFile } from '../../testing/matrix/matrix-parts.ts'
import { target } from '../../testing/matrix/matrix-world.ts'

const { projectHandOver, projects } = routes

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  open(projects.list),
  open(projects.page),
  open(projects.create, { body: { name: 'Voie verte' } }),
  opened('project', 'read', projects.get),
  opened('project', 'write', projects.update, ({ id }) => ({ params: { id }, body: { name: 'Pris' } })),
  opened('project', 'archive', projects.update, ({ id }) => ({ params: { id }, body: { status: 'archived' } })),
  opened('project', 'read', projects.files),
  opened('project', 'write', projects.addFiles, ({ id }) => ({ params: { id }, form: textFile('document', 'intrus.txt', 'Intrus') })),
  opened('project', 'write', projects.removeFile, async ({ id }, world) => ({ params: await world.fileIn(id) })),
  opened('project', 'end', projects.remove),
  opened('project', 'end', projectHandOver.give, async ({ id }, { app }) => ({ params: { id }, body: { account: (await app.createUser()).username } })),
  // The account is active: its owner gives the projects away.
  { route: projectHandOver.giveOf, on: 'an account', make: async (world) => ({ params: await target(world) }), success: 409 },
]
