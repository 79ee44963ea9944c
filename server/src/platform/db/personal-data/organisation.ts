import type { Schema } from '../schema/index.ts'
import { technical, type PersonalDataDeclaration } from './declaration.ts'

type OrganisationTables = 'team_member' | 'access_grant' | 'project_author' | 'assistant' | 'assistant_document' | 'assistant_proposal'

/** Declarations of the tables of a person's teams, assistants and grants: part of `personalData`. */
export const personalOrganisation: { [T in OrganisationTables]: PersonalDataDeclaration<Schema[T]> } = {
  team_member: {
    file: 'services.json',
    description: 'les services dont vous faites partie, avec votre rôle et ce qui vous y a mis',
    of: 'user_id = $me',
    order: 'created_at, id',
    columns: { id: technical, team_id: 'yes', user_id: 'yes', role: 'yes', identity_id: 'yes', created_at: 'yes' },
  },
  project_author: {
    file: 'projets-ecrits.json',
    description: 'les projets où vous avez écrit en dernier, les vôtres et ceux que l’on partage avec vous',
    of: 'author_id = $me',
    order: 'project_id',
    columns: { project_id: 'yes', author_id: 'yes' },
  },
  assistant: {
    file: 'assistants.json',
    description: 'les assistants que vous avez créés et qui sont à vous',
    of: 'owner_id = $me',
    order: 'created_at, id',
    columns: {
      id: 'yes',
      name: 'yes',
      description: 'yes',
      prompt_content: 'yes',
      starters: 'yes',
      category_id: 'yes',
      icon: 'yes',
      is_active: 'yes',
      min_level: 'yes',
      model_id: 'yes',
      model_choice: 'yes',
      masking: 'yes',
      usage_count: 'yes',
      test_min_passed: 'yes',
      owner_id: 'yes',
      suspended_at: 'yes',
      suspension_reason: 'yes',
      created_at: 'yes',
      updated_at: 'yes',
    },
  },
  assistant_document: {
    file: 'documents-des-assistants.json',
    description: 'les documents de vos assistants',
    of: 'owner_id = $me',
    order: 'assistant_id, position, document_id',
    columns: { assistant_id: 'yes', owner_id: 'yes', document_id: 'yes', position: 'yes', created_at: 'yes' },
  },
  assistant_proposal: {
    file: 'assistants-proposes.json',
    description: 'ce que vous avez proposé de publier, avec ce qui vous a été répondu',
    of: 'owner_id = $me',
    order: 'proposed_at, id',
    columns: {
      id: 'yes',
      assistant_id: 'yes',
      owner_id: 'yes',
      team_id: 'yes',
      note: 'yes',
      proposed_at: 'yes',
      refused_at: 'yes',
      refusal_reason: 'yes',
      refusal_seen_at: 'yes',
    },
  },
  access_grant: {
    file: 'droits-donnes.json',
    description: 'ce qui vous a été ouvert en votre nom, et à qui vous avez ouvert vos projets, vos assistants et vos documents rédigés',
    of: `user_id = $me or project_id in (select p.id from project p where p.owner_id = $me)
      or assistant_id in (select a.id from assistant a where a.owner_id = $me)
      or written_document_id in (select d.id from written_document d where d.owner_id = $me)`,
    order: 'id',
    columns: {
      id: 'yes',
      assistant_id: 'yes',
      document_category_id: 'yes',
      project_id: 'yes',
      prompt_id: 'yes',
      written_document_id: 'yes',
      kind: 'yes',
      resource_id: technical,
      team_id: 'yes',
      user_id: 'yes',
      level: 'yes',
      given_at: 'yes',
    },
  },
}
