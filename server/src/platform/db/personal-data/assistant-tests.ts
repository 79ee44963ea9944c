import type { Schema } from '../schema/index.ts'
import { technical, type PersonalDataDeclaration } from './declaration.ts'

type AssistantTestTables = 'assistant_test_case' | 'assistant_test_run' | 'assistant_test_answer'

/** Declarations of the tables of test cases and their runs: part of `personalData`. */
export const personalAssistantTests: { [T in AssistantTestTables]: PersonalDataDeclaration<Schema[T]> } = {
  assistant_test_case: {
    file: 'cas-de-controle.json',
    description: 'les cas de contrôle d’assistants que vous avez écrits en dernier',
    of: 'author_id = $me',
    order: 'created_at, id',
    columns: { id: 'yes', assistant_id: 'yes', author_id: 'yes', content: 'yes', created_at: 'yes', updated_at: 'yes' },
  },
  assistant_test_run: {
    file: 'controles.json',
    description: 'les contrôles d’assistants que vous avez lancés',
    of: 'person_id = $me',
    order: 'created_at, id',
    columns: {
      id: 'yes',
      assistant_id: 'yes',
      person_id: 'yes',
      status: 'yes',
      version: 'yes',
      prompt_content: 'yes',
      compared_version: 'yes',
      compared_prompt: 'yes',
      document_category_ids: 'yes',
      compared_category_ids: 'yes',
      model_ids: 'yes',
      repeats: 'yes',
      judge: 'yes',
      cases: 'yes',
      created_at: 'yes',
      finished_at: 'yes',
    },
  },
  assistant_test_answer: {
    file: 'reponses-des-controles.json',
    description: 'les réponses obtenues par vos contrôles',
    of: 'run_id in (select r.id from assistant_test_run r where r.person_id = $me)',
    order: 'run_id, position, id',
    columns: {
      id: 'yes',
      run_id: 'yes',
      position: technical,
      is_compared: 'yes',
      case_id: 'yes',
      model_id: 'yes',
      repeat: 'yes',
      outcome: 'yes',
      answer: 'yes',
      sources: 'yes',
      checks: 'yes',
      judgement: 'yes',
      model: 'yes',
      level: 'yes',
      model_reason: 'yes',
      error_code: 'yes',
      prompt_tokens: 'yes',
      completion_tokens: 'yes',
      is_reused: 'yes',
    },
  },
}
