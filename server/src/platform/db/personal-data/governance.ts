import type { Schema } from '../schema/index.ts'
import type { PersonalDataDeclaration } from './declaration.ts'

type GovernanceTables = 'charter_version' | 'charter_acceptance' | 'literacy_completion'

/** Declarations of the tables of the charter of use and of the literacy path: part of `personalData`. */
export const personalGovernance: { [T in GovernanceTables]: PersonalDataDeclaration<Schema[T]> } = {
  charter_version: {
    not_personal: 'les versions de la charte d’usage, communes à tous',
    people: { author_id: 'l’administrateur qui l’a publiée ; le journal d’audit le dit' },
  },
  charter_acceptance: {
    file: 'charte.json',
    description: 'les versions de la charte d’usage que vous avez acceptées',
    of: 'person_id = $me',
    order: 'accepted_at, id',
    columns: { id: 'yes', person_id: 'yes', edition: 'yes', version_number: 'yes', accepted_at: 'yes' },
  },
  literacy_completion: {
    file: 'formation.json',
    description: 'les modules de formation que vous avez terminés',
    of: 'person_id = $me',
    order: 'module',
    columns: { person_id: 'yes', module: 'yes', completed_at: 'yes' },
  },
}
