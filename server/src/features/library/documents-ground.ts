import type { Conversation } from '@parvis/contract'
import type { Context } from '../../context.ts'
import type { FindGrounding } from '../chat/grounding.ts'
import { libraryGround } from './ground.ts'
import { documentsDeletedAnswer } from './not-found.ts'

/** Grounds the replies of a saved conversation in its attached documents only. If all were deleted, the reply says so. */
export function documentsGround(context: Context, { documents }: Pick<Conversation, 'documents'>): FindGrounding {
  const present = documents.flatMap(({ document_id }) => document_id ?? [])
  if (present.length === 0) return async () => ({ context: '', sources: [], answer: documentsDeletedAnswer(documents.map(({ filename }) => filename)) })
  return (request) => libraryGround(context, { owner_id: request.owner_id, documents: present })(request)
}
