import * as z from 'zod/mini'
import { id, idParams, line } from '../../common.ts'
import { limits } from '../../limits.ts'
import { route } from '../../route.ts'

/** Kinds of objects that access is granted to. */
export const grantKinds = ['assistant', 'document_category', 'project', 'prompt', 'written_document'] as const
const kind = z.enum(grantKinds, 'Sorte inconnue')
export type GrantKind = z.infer<typeof kind>

/** Access levels. Each includes the ones before it; `manage` is for projects only. */
export const grantLevels = ['use', 'edit', 'manage'] as const
const level = z.enum(grantLevels, 'Niveau attendu : use, edit ou manage')
export type GrantLevel = z.infer<typeof level>
const subject = z.enum(['everyone', 'team', 'user'], 'Valeur attendue : everyone, team ou user')

const grant = z.object({
  subject,
  /** Id of the team or the person; null for everyone. */
  id: z.nullable(id),
  name: z.string(),
  level,
})
export type Grant = z.infer<typeof grant>

const grantList = z.object({
  name: z.string(),
  /** Name of the owner, who needs no grant; null: the object belongs to the organisation. */
  owner: z.nullable(z.string()),
  grants: z.array(grant),
  /** Version of the list of grants: the optimistic lock sent back as `expected_version`. */
  version: z.string(),
})
export type GrantList = z.infer<typeof grantList>

const params = z.object({ kind, id })
const givenGrant = z.object({ subject, id: z.optional(id), level }).check(
  z.refine((given) => (given.subject === 'everyone') === (given.id === undefined), 'Une personne ou un service a un identifiant, tout le monde n’en a pas'),
  z.refine((given) => given.subject !== 'everyone' || given.level !== 'manage', 'Tout le monde ne peut pas être responsable'),
)
const isDistinct = (given: readonly { subject: string; id?: string | undefined }[]) => new Set(given.map((one) => one.id ?? '')).size === given.length

/** Object that a person has access to; `by` says how (grants, ownership). */
const accessibleObject = z.object({ id, name: z.string(), level, by: z.array(z.string()) })

export const grants = {
  get: route({
    method: 'GET',
    path: '/rights/:kind/:id',
    access: 'user',
    summary: 'À qui quelque chose est ouvert, pour qui peut le décider.',
    params,
    answer: grantList,
  }),
  set: route({
    method: 'PUT',
    path: '/rights/:kind/:id',
    access: 'user',
    changes: ['/rights', '/assistants', '/bibliotheque', '/rag/categories', '/prompts', '/projects', '/users', '/written-documents'],
    summary: 'Remplace ces droits ; avec `expected_version`, à moins qu’ils n’aient changé depuis qu’ils ont été lus.',
    params,
    body: z.object({
      grants: z
        .array(givenGrant, 'Une liste est attendue')
        .check(
          z.maxLength(limits.grants, `${limits.grants} services et personnes au plus`),
          z.refine(isDistinct, 'Un service ou une personne y est deux fois'),
        ),
      expected_version: z.optional(line(limits.name)),
    }),
    answer: grantList,
  }),
  sees: route({
    method: 'GET',
    path: '/users/:id/sees',
    access: 'admin',
    summary:
      'Ce que cette personne voit, et par qui : assistants, catégories de documents, prompts, les projets et les documents rédigés que l’on partage avec elle.',
    params: idParams,
    answer: z.object({
      teams: z.array(z.object({ id, name: z.string() })),
      assistants: z.array(accessibleObject),
      document_categories: z.array(accessibleObject),
      prompts: z.array(accessibleObject),
      projects: z.array(accessibleObject),
      written_documents: z.array(accessibleObject),
    }),
  }),
}
export type PersonAccess = NonNullable<z.infer<(typeof grants)['sees']['answer']>>
