import * as z from 'zod/mini'
import { idParams, messageAnswer, password } from '../../common.ts'
import { route } from '../../route.ts'
import { proof } from './passkeys.ts'

/** What joins an account to identity providers, for its person. A file of its own: no page but the profile needs it. */
export const identities = {
  remove: route({
    method: 'DELETE',
    path: '/profile/identities/:id',
    access: 'user',
    changes: ['/profile/security', '/auth/me'],
    summary:
      'Retire de son compte un fournisseur d’identité, avec le mot de passe et, s’il y en a une, la double authentification ; sans mot de passe, dans les dix minutes d’une connexion.',
    params: idParams,
    body: z.object({ password: z.optional(password), ...proof }),
    answer: messageAnswer,
  }),
}
