import * as z from 'zod/mini'
import { id, idParams, messageAnswer, password } from '../common.ts'
import { route } from '../route.ts'

/** Data of an account, counted, to be shown before the account is deleted. */
const accountContents = z.object({
  conversations: z.number(),
  messages: z.number(),
  /** Projects deleted with the account, and their files. */
  projects: z.number(),
  /** Part of `projects` that other people also use. */
  shared_projects: z.number(),
  /** Projects, not counted in `projects`, that go to one of their managers. */
  inherited_projects: z.number(),
  personal_prompts: z.number(),
  /** Written documents, deleted with the account; those shared with others too. */
  written_documents: z.number(),
  /** Assistants that no one else may use: deleted with the account. */
  own_assistants: z.number(),
  /** Assistants shared with others: they become the organisation's. */
  shared_assistants: z.number(),
  /** Private documents deleted with the account: all but the files of the projects that go to a manager. */
  private_documents: z.number(),
  /** Documents of the shared library that this person uploaded. */
  shared_documents: z.number(),
  /** A legal hold forbids the deletion. */
  is_held: z.boolean(),
  /** The deletion would leave no active administrator. */
  is_last_admin: z.boolean(),
})
export type AccountContents = z.infer<typeof accountContents>

export const rights = {
  holdings: route({
    method: 'GET',
    path: '/profile/holdings',
    access: 'user',
    summary: 'Ce que l’installation conserve de soi, en nombres.',
    answer: accountContents,
  }),
  download: route({
    method: 'GET',
    path: '/profile/export',
    access: 'user',
    kind: 'file',
    summary: 'Tout ce que l’installation conserve de soi : une archive .zip (JSON et fichiers).',
  }),
  deleteOwnAccount: route({
    method: 'POST',
    path: '/profile/delete',
    whenFull: true,
    access: 'user',
    summary:
      'Supprime son propre compte, avec son mot de passe, ou dans les dix minutes d’une connexion s’il n’en a pas ; ses documents partagés restent sans nom (`keep`) ou partent aussi (`delete`).',
    body: z.object({ password: z.optional(password), shared_documents: z.enum(['keep', 'delete'], 'Valeur attendue : keep ou delete') }),
    answer: messageAnswer,
  }),
  userHoldings: route({
    method: 'GET',
    path: '/users/:id/holdings',
    access: 'admin',
    summary: 'Ce qu’un compte contient, en nombres, avant de le supprimer.',
    params: idParams,
    answer: accountContents,
  }),
}

/** Treatment of the shared documents of an account that an administrator deletes: transferred or deleted. Absent: kept without an uploader. */
export const removalQuery = z.object({
  shared_documents: z.optional(z.enum(['transfer', 'delete'], 'Valeur attendue : transfer ou delete')),
  /** Account that receives the documents, with `transfer`. */
  transfer_to: z.optional(id),
})
