import type { Schema } from '../schema/index.ts'
import { inner } from './declaration.ts'
import type { Declaration } from './declaration.ts'

type OrganisationTables = 'team_member' | 'access_grant' | 'project_author'

/** Where a person stands in their organisation: part of `personalData`. */
export const personalOrganisation: { [T in OrganisationTables]: Declaration<Schema[T]> } = {
  team_member: {
    file: 'services.json',
    tells: 'les services dont vous faites partie, avec votre rôle et ce qui vous y a mis',
    of: 'user_id = $me',
    order: 'created_at, team_id, identity_id',
    columns: { id: inner, team_id: 'yes', user_id: 'yes', role: 'yes', identity_id: 'yes', created_at: 'yes' },
  },
  project_author: {
    file: 'projets-ecrits.json',
    tells: 'les projets où vous avez écrit en dernier, les vôtres et ceux que l’on partage avec vous',
    of: 'author_id = $me',
    order: 'project_id',
    columns: { project_id: 'yes', author_id: 'yes' },
  },
  access_grant: {
    file: 'droits-donnes.json',
    tells: 'ce qui vous a été ouvert en votre nom',
    of: 'user_id = $me',
    order: 'id',
    columns: {
      id: 'yes',
      assistant_id: 'yes',
      document_category_id: 'yes',
      project_id: 'yes',
      prompt_id: 'yes',
      kind: 'yes',
      resource_id: inner,
      team_id: inner,
      user_id: 'yes',
      level: 'yes',
    },
  },
}
