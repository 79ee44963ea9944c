import { retentionNoticeDays, type LegalHold } from '@parvis/contract'
import { Snowflake } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/content/Card.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import { formatDate } from '../../ui/words/formats.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { HoldDialog } from './HoldDialog.tsx'
import styles from './RetentionPage.module.css'
import { useRetentionChanges } from './use-retention.ts'

const nameOf = ({ username }: LegalHold) => (username === null ? 'Toutes les purges' : `Compte «\u00a0${username}\u00a0»`)

/** List of the legal holds. A hold suspends the purges of an account, or all of them, for a dispute or an inquiry. */
export function Holds({ holds }: { holds: readonly LegalHold[] }) {
  const [isPlacing, setPlacing] = useState(false)
  const [lifted, setLifted] = useState<LegalHold | null>(null)
  const { release } = useRetentionChanges()
  const announce = useAnnounce()
  return (
    <section className={styles.section} aria-labelledby="gels">
      <div className={styles.head}>
        <h2 id="gels">Gels</h2>
        <Button icon={<Snowflake aria-hidden />} onPress={() => setPlacing(true)}>
          Geler…
        </Button>
      </div>
      <p className={styles.muted}>Un contentieux ou une enquête peut imposer de garder des données. Un compte gelé n’est ni purgé, ni supprimé.</p>
      {holds.length === 0 ? (
        <p>Aucun gel en cours.</p>
      ) : (
        <ul className={styles.holds}>
          {holds.map((legalHold) => (
            <Card key={legalHold.id} as="li">
              <div className={styles.hold}>
                <div>
                  <p>
                    <strong>{nameOf(legalHold)}</strong>
                  </p>
                  <p className={styles.muted}>{`Depuis le ${formatDate(legalHold.created_at)}\u00a0: ${legalHold.reason}`}</p>
                </div>
                <Button size="s" onPress={() => setLifted(legalHold)} aria-label={`Lever le gel\u00a0: ${nameOf(legalHold)}`}>
                  Lever le gel
                </Button>
              </div>
            </Card>
          ))}
        </ul>
      )}
      {isPlacing && <HoldDialog onClose={() => setPlacing(false)} />}
      {lifted && (
        <ConfirmDialog
          isOpen
          onClose={() => setLifted(null)}
          title="Lever ce gel&nbsp;?"
          confirmLabel="Lever le gel"
          pendingLabel="Levée…"
          describeError={(error) => `Le gel n’a pas pu être levé. ${sentenceOf(error, 'Veuillez réessayer.')}`}
          onConfirm={async () => {
            const { message } = await release.mutateAsync(lifted.id)
            announce(message)
            focusTitleAfterDialog()
          }}
        >
          {`${nameOf(lifted)}\u00a0: ce qui a dépassé sa durée partira à la prochaine purge\u00a0; les conversations, ${retentionNoticeDays}\u00a0jours après avoir été annoncées.`}
        </ConfirmDialog>
      )}
    </section>
  )
}
