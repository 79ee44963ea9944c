import type { Schema } from '../../db/schema/index.ts'

/** Why a column does not leave, or `yes`. */
type Column = 'yes' | { left_out: string }

/**
 * What becomes of a table in the copy that people take of their data. `of` chooses the rows of one person, as an SQL condition where `$me`
 * stands for their id. A table that is not personal says why, and why each of its columns that points to a person is not told.
 */
type Declaration<Row> =
  | { file: string; of: string; order: string; columns: Record<keyof Row & string, Column> }
  | { not_personal: string; people?: Partial<Record<keyof Row & string, string>> }

const secret = { left_out: 'secret : il permettrait d’entrer à la place de la personne' }
const inner = { left_out: 'technique : ne dit rien de la personne' }
const ownDocuments = '(select id from document where owner_id = $me or uploader_id = $me)'

/**
 * Every table and, of the personal ones, every column: a table or a column that is forgotten here does not compile, and one that the base
 * has besides fails the test. The export reads nothing else than this list.
 */
export const personalData: { [T in keyof Schema]: Declaration<Schema[T]> } = {
  app_user: {
    file: 'compte.json',
    of: 'id = $me',
    order: 'id',
    columns: {
      id: 'yes',
      username: 'yes',
      username_key: { left_out: 'le nom d’utilisateur en minuscules' },
      email: 'yes',
      email_key: { left_out: 'l’adresse en minuscules' },
      password_hash: secret,
      password_weak: 'yes',
      must_change_password: 'yes',
      is_admin: 'yes',
      is_active: 'yes',
      awaiting_validation: 'yes',
      first_name: 'yes',
      last_name: 'yes',
      type_collectivite: 'yes',
      tranche_effectif: 'yes',
      tranche_population: 'yes',
      champ_action: 'yes',
      fonction: 'yes',
      experience_gestion_projet: 'yes',
      style_conversationnel: 'yes',
      last_login: 'yes',
      inactivity_warned_at: 'yes',
      created_at: 'yes',
      updated_at: 'yes',
    },
  },
  session: {
    file: 'connexions.json',
    of: 'user_id = $me',
    order: 'created_at, id',
    columns: {
      id: 'yes',
      user_id: 'yes',
      refresh_hash: secret,
      rotations: 'yes',
      rotated_at: 'yes',
      created_at: 'yes',
      last_used_at: 'yes',
      expires_at: 'yes',
      revoked_at: 'yes',
    },
  },
  password_reset: {
    file: 'liens-de-reinitialisation.json',
    of: 'user_id = $me',
    order: 'created_at, token_hash',
    columns: { token_hash: secret, user_id: 'yes', expires_at: 'yes', used_at: 'yes', created_at: 'yes' },
  },
  throttle: {
    file: 'compteurs.json',
    of: 'position($me::text in key) > 0',
    order: 'key',
    columns: { key: 'yes', count: 'yes', ends_at: 'yes', running: 'yes' },
  },
  project: {
    file: 'projets.json',
    of: 'owner_id = $me',
    order: 'created_at, id',
    columns: { id: 'yes', owner_id: 'yes', name: 'yes', description: 'yes', content: 'yes', status: 'yes', created_at: 'yes', updated_at: 'yes' },
  },
  conversation: {
    file: 'conversations.json',
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
      prompt_id: 'yes',
      started: 'yes',
      kept: 'yes',
      created_at: 'yes',
      updated_at: 'yes',
    },
  },
  message: {
    file: 'messages.json',
    of: 'owner_id = $me',
    order: 'position',
    columns: {
      id: 'yes',
      owner_id: 'yes',
      conversation_id: 'yes',
      position: 'yes',
      role: 'yes',
      content: 'yes',
      status: 'yes',
      finish_reason: 'yes',
      error_code: 'yes',
      client_message_id: 'yes',
      sources: 'yes',
      model: 'yes',
      prompt_tokens: 'yes',
      completion_tokens: 'yes',
      superseded_at: 'yes',
      stop_requested: inner,
      writer_id: inner,
      feedback: 'yes',
      feedback_comment: 'yes',
      feedback_reasons: 'yes',
      feedback_at: 'yes',
      created_at: 'yes',
      finished_at: 'yes',
    },
  },
  reply_chunk: {
    file: 'reponses-en-cours.json',
    of: 'message_id in (select id from message where owner_id = $me)',
    order: 'message_id, start_at',
    columns: { message_id: 'yes', start_at: 'yes', text: 'yes' },
  },
  document: {
    file: 'documents.json',
    of: 'owner_id = $me or uploader_id = $me',
    order: 'created_at, id',
    columns: {
      id: 'yes',
      category_id: 'yes',
      owner_id: 'yes',
      uploader_id: 'yes',
      upload_id: 'yes',
      original_filename: 'yes',
      description: 'yes',
      blob_id: { left_out: 'le nom du fichier sur le disque du serveur' },
      size: 'yes',
      format: 'yes',
      state: 'yes',
      state_reason: 'yes',
      title: 'yes',
      page_count: 'yes',
      warnings: 'yes',
      read_at: 'yes',
      created_at: 'yes',
    },
  },
  job: {
    file: 'travaux.json',
    of: `document_id in ${ownDocuments}`,
    order: 'created_at, id',
    columns: {
      id: 'yes',
      kind: 'yes',
      document_id: 'yes',
      attempts: 'yes',
      run_at: 'yes',
      leased_by: inner,
      leased_until: inner,
      progress: 'yes',
      created_at: 'yes',
    },
  },
  legal_hold: {
    file: 'gels.json',
    of: 'user_id = $me',
    order: 'created_at, id',
    columns: { id: 'yes', user_id: 'yes', reason: { left_out: 'écrit par un administrateur ; il peut nommer d’autres personnes' }, created_at: 'yes' },
  },
  assistant_version: {
    file: 'versions-d-assistants.json',
    of: 'author_id = $me',
    order: 'created_at, id',
    columns: {
      id: 'yes',
      assistant_id: 'yes',
      number: 'yes',
      name: 'yes',
      description: 'yes',
      prompt_content: 'yes',
      author_id: 'yes',
      restored_from: 'yes',
      created_at: 'yes',
    },
  },
  document_page: { not_personal: 'le texte lu dans des documents, dont les fichiers sont dans la copie' },
  passage: { not_personal: 'le texte lu dans des documents, découpé pour la recherche' },
  embedding_model: { not_personal: 'les modèles de vecteurs employés' },
  passage_vector: { not_personal: 'des nombres tirés du texte des documents, pour la recherche' },
  document_index: { not_personal: 'l’état de l’index de recherche', people: { embedded_by: 'des numéros de modèles de vecteurs' } },
  retrieval_state: { not_personal: 'un compteur de l’index de recherche' },
  assistant_category: { not_personal: 'le catalogue, commun à tous' },
  assistant: { not_personal: 'le catalogue, commun à tous ; ne dit pas qui l’a écrit' },
  prompt: { not_personal: 'la bibliothèque de prompts, commune à tous ; ne dit pas qui l’a écrite' },
  document_category: { not_personal: 'les catégories, communes à tous' },
  document_category_alias: { not_personal: 'les anciens noms de catégories' },
  announcement: { not_personal: 'l’annonce en cours, la même pour tous ; ne dit pas qui l’a écrite' },
  recent_error: { not_personal: 'des codes d’erreur et des routes ; ne dit pas chez qui' },
  letterhead: { not_personal: 'le papier à en-tête des exports, commun à tous' },
  writer: { not_personal: 'les processus du serveur' },
  retention_rule: { not_personal: 'les durées de conservation' },
  purge_proof: { not_personal: 'des dates et des nombres' },
  erasure: { not_personal: 'des empreintes d’identifiants tirés au hasard, de ce qui n’existe plus' },
}

/** Tables of the base that no code reads through the schema. */
export const otherTables: Record<string, string> = { schema_migrations: 'les mises à jour que la base a reçues' }
