import * as z from 'zod/mini'
import { id, idParams, messageAnswer, requiredLine } from '../../common.ts'
import { limits } from '../../constants.ts'
import { route } from '../../route.ts'

const changes = ['/projects', '/rights'] as const

/** Projects that change hands, with their files. */
export const projectHandOver = {
  give: route({
    method: 'POST',
    path: '/projects/:id/hand-over',
    access: 'user',
    changes,
    summary:
      'Confie un de ses projets, avec ses fichiers, à un de ses responsables (`manager_id`) ou à quelqu’un par son nom d’utilisateur ou son adresse exacts (`account`) ; on en devient responsable. Les deux en reçoivent un courriel.',
    params: idParams,
    body: z
      .object({ account: z.optional(requiredLine(limits.email, 'Donnez un nom d’utilisateur ou une adresse e-mail')), manager_id: z.optional(id) })
      .check(
        z.refine(
          ({ account, manager_id }) => (account === undefined) !== (manager_id === undefined),
          'Donnez un responsable, ou un nom d’utilisateur ou une adresse',
        ),
      ),
    answer: messageAnswer,
  }),
  giveOf: route({
    method: 'POST',
    path: '/users/:id/hand-over-projects',
    access: 'admin',
    changes,
    summary: 'Confie les projets d’un compte désactivé, avec leurs fichiers, au plus ancien responsable de chacun ; ceux qui n’en ont pas restent.',
    params: idParams,
    answer: messageAnswer,
  }),
}
