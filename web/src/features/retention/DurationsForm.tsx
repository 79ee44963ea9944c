import { retentionNoticeDays, type RetentionKind, type RetentionRule } from '@parvis/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useSubmission } from '../../layout/drafts/use-submission.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/content/Card.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { changesOf, daysOf, durationOptions, durationsOf, optionIdOf, kindWords, type Durations } from './retention-words.ts'
import styles from './RetentionPage.module.css'
import { useRetentionChanges } from './use-retention.ts'

/** Form of the retention periods, one for each kind of data. When the rules change on the server, unsaved choices are kept. */
export function DurationsForm({ rules }: { rules: readonly RetentionRule[] }) {
  const before = durationsOf(rules)
  const [chosen, setChosen] = useState<Partial<Durations>>({})
  const { update } = useRetentionChanges()
  const announce = useAnnounce()
  const after = { ...before, ...chosen }
  const changes = changesOf(before, after)
  const hasChanges = Object.keys(changes).length > 0
  useUnsaved(hasChanges)

  const { failure, isPending, formProps } = useSubmission<never, { message: string }>({
    send: () => update.mutateAsync(changes),
    onDone({ message }) {
      announce(message)
      // Keeps the choices made during the save, which were not sent.
      setChosen((now) => Object.fromEntries(Object.entries(now).filter(([kind, days]) => days !== after[kind as RetentionKind])))
    },
    describe: (error) => `Les durées n’ont pas été enregistrées. ${sentenceOf(error, 'Veuillez réessayer.')}`,
  })

  return (
    <section className={styles.section} aria-labelledby="durees">
      <h2 id="durees">Durées</h2>
      <Card>
        <form {...formProps}>
          {failure && <Banner tone="error">{failure}</Banner>}
          <div className={styles.rules}>
            {rules.map(({ kind, days }) => (
              <div key={kind} className={styles.rule}>
                <div>
                  <h3>{kindWords[kind].title}</h3>
                  <p>{kindWords[kind].explanation}</p>
                </div>
                <Select
                  label={`Durée\u00a0: ${kindWords[kind].title}`}
                  isLabelHidden
                  options={durationOptions(kind, days)}
                  value={optionIdOf(after[kind])}
                  onChange={(id) => setChosen(changesOf(before, { ...after, [kind]: daysOf(id) }))}
                />
              </div>
            ))}
          </div>
          <div className={styles.actions}>
            <Button type="submit" variant="primary" isDisabled={!hasChanges} isPending={isPending} pendingLabel="Enregistrement…">
              Enregistrer les durées
            </Button>
            {hasChanges && (
              <p className={styles.muted}>{`Une durée plus courte ne touche les conversations que ${retentionNoticeDays}\u00a0jours après ce changement.`}</p>
            )}
          </div>
        </form>
      </Card>
    </section>
  )
}
