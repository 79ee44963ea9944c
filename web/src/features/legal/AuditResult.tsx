import type { InstanceInfo } from '@parvis/contract'
import { formatLongDate, formatNumber } from '../../ui/words/formats.ts'

/** What the last audit found, or that there was none. */
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
