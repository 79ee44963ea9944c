import type { Schema } from '../schema/index.ts'
import { technical, type PersonalDataDeclaration } from './declaration.ts'

type GovernanceTables = 'charter_version' | 'charter_acceptance' | 'literacy_completion' | 'register_entry' | 'text_review'

/** Declarations of the tables of the charter, the literacy path and the register of uses: part of `personalData`. */
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
  register_entry: {
    file: 'registre-des-usages.json',
    description: 'les fiches du registre des usages que vous avez complétées, classées ou confirmées, et celles de vos assistants partagés',
    of: 'completed_by = $me or answered_by = $me or confirmed_by = $me or assistant_id in (select a.id from assistant a where a.owner_id = $me)',
    order: 'opened_at, id',
    columns: {
      id: 'yes',
      assistant_id: 'yes',
      name: 'yes',
      closed_facts: 'yes',
      opened_at: 'yes',
      closed_at: 'yes',
      purpose: 'yes',
      service: 'yes',
      audience: 'yes',
      people_concerned: 'yes',
      personal_data: 'yes',
      human_decision: 'yes',
      legal_basis: 'yes',
      responsible: 'yes',
      review_on: 'yes',
      completed_by: 'yes',
      completed_at: 'yes',
      areas: 'yes',
      areas_reason: 'yes',
      answered_by: 'yes',
      answered_at: 'yes',
      answered_digest: technical,
      confirmed_by: 'yes',
      confirmed_at: 'yes',
      confirmed_alone: 'yes',
      is_withheld: 'yes',
      opinion: 'yes',
      opinion_digest: technical,
      updated_at: 'yes',
    },
  },
  text_review: {
    file: 'relectures.json',
    description: 'vos relectures, et celles de vos réponses et de vos documents rédigés',
    of: `reviewer_id = $me or message_id in (select m.id from message m where m.owner_id = $me)
      or written_document_id in (select d.id from written_document d where d.owner_id = $me)`,
    order: 'reviewed_at, id',
    columns: { id: 'yes', message_id: 'yes', written_document_id: 'yes', reviewer_id: 'yes', capacity: 'yes', digest: 'yes', reviewed_at: 'yes' },
  },
}
