import { verifyTrail } from '../audit/verify-trail.ts'
import type { Context } from '../context.ts'
import { countText } from './command.ts'
import { OperationError, UsageError } from './operation-error.ts'

/**
 * Verifies the audit trail and returns the result as a sentence.
 * @param text `<seq>:<hash>` noted at a previous verification
 * @throws {OperationError} naming each altered row
 * @throws {UsageError} when `text` has another form
 */
export async function verifyAudit(context: Context, text: string | undefined): Promise<string> {
  const checkpoint = text === undefined ? null : readCheckpoint(text)
  const { count, first, last, hash, faults } = await verifyTrail(context.db, checkpoint)
  if (faults.length > 0) throw new OperationError(['Le journal d’audit n’est pas intact\u00a0:', ...faults.map(({ sentence }) => `  ${sentence}`)].join('\n'))
  if (count === 0) return 'Le journal d’audit est vide.'
  return `Le journal d’audit est intact\u00a0: ${countText(count, 'ligne', 'lignes')}, de ${first} à ${last}.\nÀ noter ailleurs\u00a0: ${last}:${hash}`
}

function readCheckpoint(text: string): { seq: number; hash: string } {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text)
  if (match === null) throw new UsageError('Attendu\u00a0: le numéro et l’empreinte donnés par une vérification précédente, séparés par deux-points.')
  return { seq: Number(match[1]), hash: match[2]! }
}
