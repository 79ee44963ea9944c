import * as z from 'zod/mini'
import { id, timestamp } from '../../common.ts'
import { route } from '../../route.ts'

/** Modules of the literacy path, in their order. Their texts are data of the web. */
export const literacyModules = ['modele', 'sources', 'donnees', 'limites', 'relecture', 'sobriete'] as const
export type LiteracyModule = (typeof literacyModules)[number]

/** Minimum number of active accounts of a row of the figures: a smaller one could name a person. */
export const minLiteracyGroup = 5

const module = z.enum(literacyModules, 'Ce module n’existe pas')

const completions = z.object({ completed: z.array(z.object({ module, completed_at: timestamp })) })

const literacyGroup = z.object({
  /** Null: the teams that are too small to be counted alone, and the people who are in no team. */
  team_id: z.nullable(id),
  name: z.string(),
  accounts: z.number(),
  /** People who completed each module. */
  completed: z.record(module, z.number()),
  /** People who completed all of them. */
  completed_all: z.number(),
})
export type LiteracyGroup = z.infer<typeof literacyGroup>

export const literacy = {
  own: route({
    method: 'GET',
    path: '/literacy',
    access: 'user',
    summary: 'Les modules de formation que l’on a terminés, avec leur date. Aucune note n’est gardée.',
    answer: completions,
  }),
  complete: route({
    method: 'POST',
    path: '/literacy/completions',
    access: 'user',
    summary: 'Note qu’un module de formation est terminé. Deux fois : la première date reste.',
    body: z.object({ module }),
    answer: completions,
  }),
}

export const literacyFigures = {
  read: route({
    method: 'GET',
    path: '/administration/literacy',
    access: 'admin',
    summary: `Combien de comptes actifs ont terminé chaque module, par service. Jamais qui : les services de moins de ${minLiteracyGroup} comptes sont comptés ensemble, et rien n’est compté si l’installation a moins de ${minLiteracyGroup} comptes actifs.`,
    answer: z.object({ accounts: z.number(), groups: z.array(literacyGroup) }),
  }),
}
