import type { Schema } from '../schema/index.ts'
import { technical, type PersonalDataDeclaration } from './declaration.ts'

type UsageTables = 'usage_entry' | 'usage_running' | 'usage_month' | 'usage_backlog' | 'usage_backlog_gone' | 'token_limit'

/** Declarations of the tables of a person's token usage and limit: part of `personalData`. */
export const personalUsage: { [T in UsageTables]: PersonalDataDeclaration<Schema[T]> } = {
  usage_entry: {
    file: 'consommation.json',
    description: 'les jetons que vos réponses ont utilisés, par jour, service, assistant et modèle',
    of: 'user_id = $me',
    order: 'day, id',
    columns: {
      id: technical,
      day: 'yes',
      user_id: 'yes',
      team_id: 'yes',
      team_name: 'yes',
      assistant_id: 'yes',
      assistant_name: 'yes',
      model: 'yes',
      prompt_tokens: 'yes',
      completion_tokens: 'yes',
      estimated_tokens: 'yes',
      replies: 'yes',
      uncounted: 'yes',
      model_ms: 'yes',
      timed_replies: 'yes',
      kind: 'yes',
    },
  },
  usage_running: {
    file: 'consommation-en-cours.json',
    description: 'vos réponses en train de s’écrire, pour ce qu’elles consommeront',
    of: 'user_id = $me',
    order: 'day, place',
    columns: {
      place: technical,
      writer_id: technical,
      user_id: 'yes',
      team_id: 'yes',
      team_name: 'yes',
      assistant_id: 'yes',
      assistant_name: 'yes',
      message_id: 'yes',
      created_at: 'yes',
      day: 'yes',
      held: 'yes',
    },
  },
  usage_month: { not_personal: 'ce que chaque service a consommé par mois, en tout' },
  usage_backlog: { not_personal: 'où en est le calcul des consommations d’avant le registre' },
  usage_backlog_gone: {
    file: 'consommation-a-compter.json',
    description: 'les jetons de réponses supprimées qui entreront dans votre consommation à la fin d’une mise à jour',
    of: 'user_id = $me',
    order: 'position',
    columns: {
      position: technical,
      user_id: 'yes',
      day: 'yes',
      assistant_id: 'yes',
      assistant_name: 'yes',
      model: 'yes',
      prompt_tokens: 'yes',
      completion_tokens: 'yes',
      estimated_tokens: 'yes',
      is_uncounted: 'yes',
    },
  },
  token_limit: {
    file: 'limite-de-jetons.json',
    description: 'ce que vous pouvez consommer par mois, si un administrateur l’a fixé pour vous',
    of: 'user_id = $me',
    order: 'id',
    columns: { id: 'yes', user_id: 'yes', team_id: technical, tokens: 'yes', kind: 'yes', updated_at: 'yes' },
  },
}
