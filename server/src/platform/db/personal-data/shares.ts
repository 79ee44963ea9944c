import type { Schema } from '../schema/index.ts'
import { inContent, technical, type PersonalDataDeclaration } from './declaration.ts'

type ShareTables = 'conversation_share' | 'conversation_share_subject' | 'conversation_share_message' | 'conversation_share_copy' | 'conversation_share_seen'

const ownShares = '(select id from conversation_share where owner_id = $me)'

/**
 * Declarations of the tables of a person's shares, and of the shares they received: part of `personalData`. The content of a received share is its owner's
 * data.
 */
export const personalShares: { [T in ShareTables]: PersonalDataDeclaration<Schema[T]> } = {
  conversation_share: {
    file: 'partages.json',
    description: 'les conversations que vous partagez ; celles que d’autres partagent avec vous sont leurs données',
    of: 'owner_id = $me',
    order: 'created_at, id',
    columns: {
      id: 'yes',
      conversation_id: 'yes',
      owner_id: 'yes',
      title: 'yes',
      assistant_id: 'yes',
      assistant_name: 'yes',
      library: 'yes',
      up_to: 'yes',
      created_at: 'yes',
      taken_at: 'yes',
      expires_at: 'yes',
    },
  },
  conversation_share_subject: {
    file: 'destinataires-des-partages.json',
    description: 'avec quels services et quelles personnes vous les partagez, et ce qui est partagé avec vous en votre nom, sans son contenu',
    of: 'owner_id = $me or user_id = $me',
    order: 'share_id, id',
    columns: { id: technical, share_id: 'yes', owner_id: 'yes', team_id: 'yes', user_id: 'yes' },
  },
  conversation_share_message: {
    file: 'messages-partages.json',
    description: 'leurs messages, tels que vous les partagez',
    of: `share_id in ${ownShares}`,
    order: 'share_id, place',
    columns: {
      share_id: 'yes',
      place: 'yes',
      role: 'yes',
      content: 'yes',
      status: 'yes',
      finish_reason: 'yes',
      error_code: 'yes',
      sources: 'yes',
      notices: inContent,
      documents_level: 'yes',
      author: 'yes',
      created_at: 'yes',
    },
  },
  conversation_share_copy: {
    file: 'copies-de-partages.json',
    description: 'vos conversations qui continuent ce que quelqu’un partageait avec vous',
    of: 'user_id = $me',
    order: 'share_id',
    columns: { share_id: 'yes', user_id: 'yes', conversation_id: 'yes', taken_at: 'yes' },
  },
  conversation_share_seen: {
    file: 'partages-vus.json',
    description: 'lesquelles des copies partagées avec vous ne vous sont plus signalées comme nouvelles ; leur auteur ne le sait pas',
    of: 'user_id = $me',
    order: 'share_id',
    columns: { share_id: 'yes', user_id: 'yes', taken_at: 'yes' },
  },
}
