import type { Schema } from '../schema/index.ts'
import { technical, type PersonalDataDeclaration } from './declaration.ts'

type WrittenTables = 'written_document' | 'written_document_version' | 'written_document_request' | 'written_document_proposal'

const ownDocuments = '(select id from written_document where owner_id = $me)'
const readableDocuments = '(select d from usable_written_documents($me) d)'

/** Declarations of the tables of a person's written documents: part of `personalData`. */
export const personalWrittenDocuments: { [T in WrittenTables]: PersonalDataDeclaration<Schema[T]> } = {
  written_document: {
    file: 'documents-rediges.json',
    description: 'les documents que vous rédigez, avec leur texte, et ceux d’autres personnes où vous avez écrit en dernier, tant qu’ils vous sont ouverts',
    of: `owner_id = $me or (last_author_id = $me and id in ${readableDocuments})`,
    order: 'created_at, id',
    columns: {
      id: 'yes',
      owner_id: 'yes',
      title: 'yes',
      kind: 'yes',
      blocks: 'yes',
      text: { left_out: 'le texte des blocs, sans leur mise en forme' },
      words: { left_out: 'les mots de ce texte' },
      bytes: technical,
      min_level: 'yes',
      conversation_id: 'yes',
      project_id: 'yes',
      assistant_id: 'yes',
      last_author_id: 'yes',
      exempt: 'yes',
      is_generated: 'yes',
      created_at: 'yes',
      updated_at: 'yes',
    },
  },
  written_document_version: {
    file: 'versions-des-documents-rediges.json',
    description: 'les versions de vos documents rédigés, et celles que vous avez écrites dans ceux d’autres personnes, tant qu’ils vous sont ouverts',
    of: `owner_id = $me or (author_id = $me and document_id in ${readableDocuments})`,
    order: 'document_id, number',
    columns: {
      id: 'yes',
      document_id: 'yes',
      owner_id: 'yes',
      number: 'yes',
      reason: 'yes',
      name: 'yes',
      author_id: 'yes',
      model: 'yes',
      assistant: 'yes',
      blocks: 'yes',
      bytes: technical,
      created_at: 'yes',
    },
  },
  written_document_request: {
    file: 'documents-rediges-envoyes.json',
    description: 'le texte envoyé au modèle avec vos questions sur un document rédigé',
    of: 'person_id = $me',
    order: 'message_id',
    columns: { message_id: 'yes', document_id: 'yes', person_id: 'yes', blocks: 'yes', selection: 'yes', placed_at: 'yes' },
  },
  written_document_proposal: {
    file: 'propositions.json',
    description: 'ce que des réponses ont proposé de changer à vos documents rédigés, et ce qui fut décidé',
    of: `document_id in ${ownDocuments} or person_id = $me`,
    order: 'created_at, position, id',
    columns: {
      id: 'yes',
      document_id: 'yes',
      message_id: 'yes',
      person_id: 'yes',
      position: 'yes',
      kind: 'yes',
      state: 'yes',
      reason: 'yes',
      before: 'yes',
      after: 'yes',
      above: technical,
      is_first: technical,
      markdown: 'yes',
      level: 'yes',
      model: 'yes',
      assistant: 'yes',
      created_at: 'yes',
      decided_at: 'yes',
    },
  },
}
