import * as z from 'zod/mini'
import { id, idParams, messageAnswer } from '../../common.ts'
import { route } from '../../route.ts'
import { account } from './people.ts'

const changes = ['/projects', '/rights'] as const

/** Transfers of projects, with their files, to another owner. */
export const projectHandOver = {
  give: route({
    method: 'POST',
    path: '/projects/:id/hand-over',
    access: 'user',
    changes,
    summary:
      'Confie un de ses projets, avec ses fichiers, à un de ses responsables (`manager_id`), ou à quelqu’un par son nom d’utilisateur ou son adresse exacts (`account`) ou son identifiant (`user_id`) ; on en devient responsable. Les deux en reçoivent un courriel.',
    params: idParams,
    body: z
      .object({ account: z.optional(account), user_id: z.optional(id), manager_id: z.optional(id) })
      .check(
        z.refine(
          (body) => Object.values(body).filter((value) => value !== undefined).length === 1,
          'Donnez un responsable, un nom d’utilisateur, une adresse ou un identifiant',
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
