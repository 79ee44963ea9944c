import type { InstanceInfo } from '@parvis/contract'
import { formatLongDate, formatNumber } from '../../ui/words/formats.ts'

/** Result of the last accessibility audit, or a sentence that says there is none. */
export function AuditResult({ instance }: { instance: InstanceInfo | undefined }) {
  const audit = instance?.accessibility.audit ?? null
  if (audit === null) return <p>Aucun audit n’est enregistré&nbsp;: aucun taux de conformité ne peut être annoncé.</p>
  return (
    <p>
      L’audit de conformité du {formatLongDate(audit.date, 'UTC')}
      {audit.by !== null && `, réalisé par ${audit.by},`} révèle que {formatNumber(audit.rate)}&nbsp;% des critères du RGAA sont respectés.
    </p>
  )
}
