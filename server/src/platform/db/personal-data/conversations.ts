import type { Schema } from '../schema/index.ts'
import { inContent, technical, type PersonalDataDeclaration } from './declaration.ts'

type ConversationTables =
  | 'conversation'
  | 'conversation_document'
  | 'conversation_change'
  | 'message'
  | 'message_word'
  | 'message_to_index'
  | 'reply_chunk'
  | 'masking_label'
  | 'masking_choice'

/** Declarations of the tables of a person's conversations and messages: part of `personalData`. */
export const personalConversations: { [T in ConversationTables]: PersonalDataDeclaration<Schema[T]> } = {
  conversation: {
    file: 'conversations.json',
    description: 'vos conversations',
    of: 'owner_id = $me',
    order: 'created_at, id',
    columns: {
      id: 'yes',
      owner_id: 'yes',
      title: 'yes',
      title_chosen: 'yes',
      assistant_id: 'yes',
      assistant_name: 'yes',
      assistant_category: 'yes',
      project_id: 'yes',
      library: 'yes',
      model_id: 'yes',
      confidential: 'yes',
      as_of: 'yes',
      prompt_id: 'yes',
      document_search: 'yes',
      started: 'yes',
      context_changed: 'yes',
      kept: 'yes',
      pinned_at: 'yes',
      archived_at: 'yes',
      seen_at: 'yes',
      created_at: 'yes',
      updated_at: 'yes',
    },
  },
  conversation_document: {
    file: 'documents-des-conversations.json',
    description: 'les documents de vos conversations, sous le nom qu’ils avaient',
    of: 'owner_id = $me',
    order: 'conversation_id, position',
    columns: { conversation_id: 'yes', owner_id: 'yes', document_id: 'yes', filename: 'yes', position: 'yes', after_position: 'yes', added_at: 'yes' },
  },
  conversation_change: {
    file: 'changements-des-conversations.json',
    description: 'les changements d’assistant, de projet, de bibliothèque ou de date au milieu de vos conversations, sous les noms qu’ils avaient',
    of: 'owner_id = $me',
    order: 'conversation_id, after_position, kind',
    columns: { conversation_id: 'yes', owner_id: 'yes', after_position: 'yes', kind: 'yes', former: 'yes', former_id: 'yes', name: 'yes', changed_at: 'yes' },
  },
  message: {
    file: 'messages.json',
    description: 'leurs messages, avec les sources citées et vos avis (« conversation_id » dit de quelle conversation)',
    of: 'owner_id = $me',
    order: 'position',
    columns: {
      id: 'yes',
      owner_id: 'yes',
      conversation_id: 'yes',
      position: 'yes',
      parent_position: 'yes',
      continued: technical,
      role: 'yes',
      content: 'yes',
      status: 'yes',
      finish_reason: 'yes',
      error_code: 'yes',
      client_message_id: 'yes',
      sources: 'yes',
      notices: inContent,
      images: 'yes',
      masked: 'yes',
      progress: technical,
      model: 'yes',
      level: 'yes',
      needed_level: 'yes',
      documents_level: 'yes',
      model_reason: 'yes',
      expected_model: 'yes',
      fallback: 'yes',
      prompt_tokens: 'yes',
      completion_tokens: 'yes',
      model_ms: 'yes',
      superseded_at: 'yes',
      stop_requested: technical,
      writer_id: technical,
      feedback: 'yes',
      feedback_comment: 'yes',
      feedback_reasons: 'yes',
      feedback_at: 'yes',
      created_at: 'yes',
      finished_at: 'yes',
    },
  },
  message_word: {
    not_personal: 'les mots des messages, dont le texte est dans la copie, pour la recherche',
    people: { owner_id: 'celle des messages, qui sont dans la copie' },
  },
  message_to_index: {
    not_personal: 'les messages, qui sont dans la copie, que la recherche ne trouve pas encore',
    people: { owner_id: 'celle des messages, qui sont dans la copie' },
  },
  reply_chunk: {
    file: 'reponses-en-cours.json',
    description: 'le texte des réponses qui s’écrivaient au moment de la copie',
    of: 'message_id in (select id from message where owner_id = $me)',
    order: 'message_id, start_at',
    columns: { message_id: 'yes', start_at: 'yes', text: 'yes' },
  },
  masking_label: {
    not_personal: 'des empreintes de ce qui est masqué au modèle, dont les valeurs sont dans les messages, qui sont dans la copie',
  },
  masking_choice: {
    file: 'choix-de-masquage.json',
    description: 'ce que vous avez choisi de masquer au modèle, ou de ne pas lui masquer, dans vos conversations',
    of: 'conversation_id in (select id from conversation where owner_id = $me)',
    order: 'conversation_id',
    columns: { conversation_id: 'yes', keep: 'yes', add: 'yes' },
  },
}
