import type { Schema } from '../schema/index.ts'
import { technical, type PersonalDataDeclaration } from './declaration.ts'

/**
 * SQL condition on `document`: the person's own documents, and those they uploaded to the library or to another person's project, as long as they have
 * access to it.
 */
const ownDocumentCondition = `owner_id = $me or (owner_id is null and uploader_id = $me and category_id in (select c from granted($me, 'document_category', 'use') c))
  or (uploader_id = $me and id in (select f.document_id from project_document f where f.project_id in (select p from granted($me, 'project', 'use') p)))`
const ownDocuments = `(select id from document where ${ownDocumentCondition})`

type DocumentTables = 'document' | 'job' | 'recognised_page' | 'reading_time'

/** Declarations of the tables of a person's documents and their reading: part of `personalData`. */
export const personalDocuments: { [T in DocumentTables]: PersonalDataDeclaration<Schema[T]> } = {
  document: {
    file: 'documents.json',
    description: 'la fiche des documents que vous avez déposés',
    of: ownDocumentCondition,
    order: 'created_at, id',
    columns: {
      id: 'yes',
      category_id: 'yes',
      owner_id: 'yes',
      uploader_id: 'yes',
      upload_id: 'yes',
      upload_key: 'yes',
      attached: 'yes',
      original_filename: 'yes',
      description: 'yes',
      blob_id: { left_out: 'le nom du fichier sur le disque du serveur' },
      sha256: 'yes',
      corpus_code: { left_out: 'le code d’un corpus, qui n’est à personne' },
      size: 'yes',
      format: 'yes',
      state: 'yes',
      state_reason: 'yes',
      title: 'yes',
      page_count: 'yes',
      warnings: 'yes',
      read_at: 'yes',
      version_date: 'yes',
      collection: 'yes',
      example_question: 'yes',
      min_level: 'yes',
      valid_from: 'yes',
      valid_until: 'yes',
      review_by: 'yes',
      review_mailed_for: 'yes',
      supersedes_id: 'yes',
      in_force_until: 'yes',
      created_at: 'yes',
    },
  },
  job: {
    file: 'travaux.json',
    description: 'les lectures de documents en attente',
    of: `document_id in ${ownDocuments} or person_id = $me`,
    order: 'created_at, id',
    columns: {
      id: 'yes',
      kind: 'yes',
      document_id: 'yes',
      test_run_id: 'yes',
      lane: 'yes',
      person_id: 'yes',
      turn: technical,
      attempts: 'yes',
      run_at: 'yes',
      leased_by: technical,
      leased_until: technical,
      progress: 'yes',
      created_at: 'yes',
    },
  },
  recognised_page: {
    file: 'pages-reconnues.json',
    description: 'les pages déjà lues d’un document numérisé dont la lecture n’est pas finie',
    of: `document_id in ${ownDocuments}`,
    order: 'document_id, page',
    columns: { document_id: 'yes', page: 'yes', text: 'yes', confidence: 'yes' },
  },
  reading_time: {
    file: 'temps-de-lecture.json',
    description: 'la durée de reconnaissance de caractères de vos documents, par jour',
    of: 'user_id = $me',
    order: 'day',
    columns: { user_id: 'yes', day: 'yes', ms: 'yes' },
  },
}
