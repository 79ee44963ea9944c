import type { Conversation } from '@parvis/contract'
import type { Context } from '../../context.ts'
import type { Ground } from '../chat/grounding.ts'
import { libraryGround } from './ground.ts'
import { documentsDeleted } from './not-found.ts'

/** Grounds the replies of a saved conversation in its attached documents only. If all were deleted, the reply says so. */
export function documentsGround(context: Context, { documents }: Pick<Conversation, 'documents'>): Ground {
  const present = documents.flatMap(({ document_id }) => document_id ?? [])
  if (present.length === 0) return async () => ({ context: '', sources: [], answer: documentsDeleted(documents.map(({ filename }) => filename)) })
  return (request) => libraryGround(context, { owner_id: request.owner_id, documents: present })(request)
}
