import {
  auditActionOf,
  auditFamilyLabels,
  csvLine,
  byteOrderMark,
  errorSentence,
  isAuditAction,
  isErrorCode,
  unfinishedSignIn,
  type AuditEntry,
} from '@parvis/contract'

const columns: [string, (entry: AuditEntry) => string | number | null][] = [
  ['Numéro', ({ seq }) => seq],
  ['Date (UTC)', ({ at }) => at],
  ['Sorte', ({ act }) => (isAuditAction(act) ? auditFamilyLabels[auditActionOf(act).family] : '')],
  ['Acte', ({ act }) => (isAuditAction(act) ? auditActionOf(act).label : act)],
  ['Code de l’acte', ({ act }) => act],
  ['Issue', ({ outcome }) => outcomeText(outcome)],
  ['Code de l’issue', ({ outcome }) => outcome],
  ['Auteur', ({ actor_name }) => actor_name],
  ['Pseudonyme de l’auteur', ({ actor }) => actor],
  ['Objet', ({ target_name }) => target_name],
  ['Identifiant de l’objet', ({ target }) => target],
  ['Nombre', ({ count }) => count],
  ['Adresse', ({ ip }) => ip],
  ['Référence', ({ request_id }) => request_id],
]

function outcomeText(outcome: string): string {
  if (outcome === 'done') return 'Fait'
  if (outcome === 'begun') return 'Commencé, fin inconnue'
  // The first step of a sign-in is not a refusal; the screen says the same.
  if (outcome === unfinishedSignIn) return 'Première étape'
  return isErrorCode(outcome) ? errorSentence(outcome) : 'Échec'
}

/** Writes audit events as CSV for French spreadsheets: UTF-8 mark, semicolons, one line per event. */
export async function* toCsv(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([title]) => title))
  for await (const entries of pages) yield entries.map((entry) => csvLine(columns.map(([, read]) => read(entry)))).join('')
}
