import { routes } from '@parvis/contract'
import type { Handler } from '../../http/handler.ts'
import { handle } from '../../http/handler.ts'
import { profileOptions } from './options.ts'
import { readProfile, updateProfile } from './profile.ts'

export const profileHandlers: Handler[] = [
  handle(routes.profile.get, ({ context, caller }) => readProfile(context.db, caller.id)),
  handle(routes.profile.update, async ({ context, caller, body }) => ({
    ...(await updateProfile(context.db, caller.id, body, context.now())),
    // Specification, chapter 8.
    message: 'Profil mis à jour avec succès',
  })),
  handle(routes.profile.options, async () => profileOptions),
]
