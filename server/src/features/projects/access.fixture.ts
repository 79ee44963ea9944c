import { routes } from '@parvis/contract'
import { publicRule, sharedRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { textFile } from '../../testing/matrix/matrix-parts.ts'
import { newTarget } from '../../testing/matrix/matrix-world.ts'

const { projectHandOver, projects } = routes

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(projects.list),
  publicRule(projects.page),
  publicRule(projects.create, { body: { name: 'Voie verte' } }),
  sharedRule('project', 'read', projects.get),
  sharedRule('project', 'write', projects.update, ({ id }) => ({ params: { id }, body: { name: 'Pris' } })),
  sharedRule('project', 'archive', projects.update, ({ id }) => ({ params: { id }, body: { status: 'archived' } })),
  sharedRule('project', 'read', projects.files),
  sharedRule('project', 'write', projects.addFiles, ({ id }) => ({ params: { id }, form: textFile('document', 'intrus.txt', 'Intrus') })),
  sharedRule('project', 'write', projects.removeFile, async ({ id }, world) => ({ params: await world.fileIn(id) })),
  sharedRule('project', 'end', projects.remove),
  sharedRule('project', 'end', projectHandOver.give, async ({ id }, { app }) => ({ params: { id }, body: { account: (await app.createUser()).username } })),
  // The account is active: its owner gives the projects away.
  { route: projectHandOver.giveOf, on: 'an account', make: async (world) => ({ params: await newTarget(world) }), success: 409 },
]
