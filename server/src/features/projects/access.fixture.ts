import { routes } from '@parvis/contract'
import { mine, open } from '../../testing/matrix/matrix-rule.ts'
import { textFile } from '../../testing/matrix/matrix-world.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'

const { projects } = routes

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  open(projects.list),
  open(projects.page),
  open(projects.create, { body: { name: 'Voie verte' } }),
  mine(projects.get, 'A’s project', async (world) => ({ params: { id: await world.project() } })),
  mine(projects.update, 'A’s project', async (world) => ({ params: { id: await world.project() }, body: { name: 'Pris' } })),
  mine(projects.files, 'A’s project', async (world) => ({ params: await world.projectWithFile() })),
  mine(projects.addFiles, 'A’s project', async (world) => ({ params: { id: await world.project() }, form: textFile('document', 'intrus.txt', 'Intrus') })),
  mine(projects.removeFile, 'A’s project', async (world) => ({ params: await world.projectWithFile() })),
  mine(projects.remove, 'A’s project', async (world) => ({ params: { id: await world.project() } })),
]
