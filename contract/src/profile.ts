import * as z from 'zod/mini'
import { text } from './common.ts'
import { limits } from './constants.ts'
import { route } from './route.ts'

const field = text(limits.name)

/** The nine facts that personalise answers (specification, chapter 3). */
export const profileFields = z.object({
  first_name: field,
  last_name: field,
  type_collectivite: field,
  tranche_effectif: field,
  tranche_population: field,
  champ_action: field,
  fonction: field,
  experience_gestion_projet: field,
  style_conversationnel: field,
})
export type Profile = z.infer<typeof profileFields>

const choices = z.array(z.string())
export const profileOptions = z.object({
  type_collectivite: choices,
  tranche_effectif: choices,
  tranche_population: choices,
  champ_action: choices,
  experience_gestion_projet: choices,
  style_conversationnel: choices,
})
export type ProfileOptions = z.infer<typeof profileOptions>

export const profile = {
  get: route({ method: 'GET', path: '/profile', access: 'user', summary: 'Son profil.', answer: profileFields }),
  update: route({
    method: 'PUT',
    path: '/profile',
    access: 'user',
    summary: 'Modifie son profil ; les champs absents ne changent pas.',
    body: z.partial(profileFields),
    answer: z.extend(profileFields, { message: z.string() }),
  }),
  options: route({ method: 'GET', path: '/profile/options', access: 'user', summary: 'Les choix possibles du profil.', answer: profileOptions }),
}
