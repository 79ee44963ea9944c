import * as z from 'zod/mini'
import { idParams, messageAnswer, password } from '../../common.ts'
import { route } from '../../route.ts'
import { secondFactorProof } from './passkeys.ts'

/** Calls about the provider identities of one's own account. In a file of their own because only the profile page loads them. */
export const identities = {
  remove: route({
    method: 'DELETE',
    path: '/profile/identities/:id',
    access: 'user',
    changes: ['/profile/security', '/auth/me'],
    summary:
      'Retire de son compte un fournisseur d’identité, avec le mot de passe et, s’il y en a une, la double authentification ; sans mot de passe, dans les dix minutes d’une connexion.',
    params: idParams,
    body: z.object({ password: z.optional(password), ...secondFactorProof }),
    answer: messageAnswer,
  }),
}
