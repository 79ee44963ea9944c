import * as z from 'zod/mini'
import { clampedInteger, id, requiredLine, text } from '../../common.ts'
import { limits } from '../../limits.ts'
import { route } from '../../route.ts'

/** Exact user name or e-mail address of an account. */
export const account = requiredLine(limits.email, 'Donnez un nom d’utilisateur ou une adresse e-mail')

/** Body of a call that names one person: by exact user name or address (`account`), or by the id that `people.suggest` returned. */
export const namedPerson = z
  .object({ account: z.optional(account), user_id: z.optional(id) })
  .check(z.refine((value) => (value.account === undefined) !== (value.user_id === undefined), 'Donnez un nom d’utilisateur, une adresse ou un identifiant'))
export type NamedPerson = z.infer<typeof namedPerson>

const person = z.object({
  id,
  name: z.string(),
  /** Null where the caller may not search the directory and found the person by an exact name or address. */
  email: z.nullable(z.string()),
  /** Names of the person’s teams: all of them for an administrator, those of the caller for others. */
  teams: z.array(z.string()),
})
export type Person = z.infer<typeof person>

export const people = {
  suggest: route({
    method: 'GET',
    path: '/people',
    access: 'user',
    summary:
      'Les personnes au compte actif que ces mots désignent (nom, nom d’utilisateur, adresse ou service), pour leur donner quelque chose. Les administrateurs cherchent par morceaux ; les autres aussi avec `DIRECTORY_SEARCH=oui`, à partir de deux caractères. Sans ce réglage, un nom d’utilisateur ou une adresse en entier trouve sa personne, et rien d’autre ne trouve personne.',
    query: z.object({
      search: z._default(text(limits.email), ''),
      limit: clampedInteger(20, 50),
      /** `all`: inactive accounts too, for administrators only. */
      status: z._default(z.enum(['active', 'all'], 'Valeur attendue : active ou all'), 'active'),
    }),
    answer: z.object({
      people: z.array(person),
      /** Id of the person whose user name or address is exactly the search. */
      exact: z.nullable(id),
      /** More people match than `limit`. */
      has_more: z.boolean(),
    }),
  }),
}
