import { areaWords, routes, type RegisterSheet, type UseAnswers } from '@parvis/contract'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { invalidate } from '../../api/queries.ts'
import { isStale, sentenceOf } from '../../api/transport/api-error.ts'
import { FormDialog } from '../../layout/drafts/FormDialog.tsx'
import { useSubmission } from '../../layout/drafts/use-submission.ts'
import { Opinion, UseFields } from '../../layout/uses/UseFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Register.module.css'

interface SheetUsesProps {
  sheet: RegisterSheet
  onDone: (sentence: string) => void
}

const staleSentence = 'Cette fiche vient de changer. Relisez-la avant de continuer.'

/** Sensitive uses of an assistant: the answer, the opinion of the rules and the confirmation. */
export function SheetUses({ sheet, onDone }: SheetUsesProps) {
  const [dialog, setDialog] = useState<'answer' | 'confirm' | null>(null)
  const { id, areas, can_confirm, state, updated_at } = sheet
  return (
    <section className={styles.section} aria-labelledby="usages-sensibles">
      <h2 id="usages-sensibles">Usages sensibles</h2>
      <AnswerState sheet={sheet} />
      {areas === null && sheet.opinion.length > 0 && <Opinion signs={sheet.opinion} />}
      {state !== 'clos' && (
        <div className={styles.actions}>
          <Button onPress={() => setDialog('answer')}>{areas === null ? 'Dire à quoi il sert' : 'Changer la réponse'}</Button>
          {can_confirm !== 'no' && (
            <Button variant="primary" icon={<BadgeCheck aria-hidden />} onPress={() => setDialog('confirm')}>
              Confirmer cet usage
            </Button>
          )}
        </div>
      )}
      {dialog === 'answer' && <AnswerDialog sheet={sheet} onClose={() => setDialog(null)} onDone={onDone} />}
      <ConfirmDialog
        isOpen={dialog === 'confirm'}
        onClose={() => setDialog(null)}
        tone="primary"
        title={`Confirmer l’usage de «\u00a0${sheet.name}\u00a0»\u00a0?`}
        confirmLabel="Confirmer"
        pendingLabel="Confirmation…"
        describeError={(error) => {
          void invalidate(routes.register.confirm)
          return isStale(error) ? staleSentence : sentenceOf(error, 'L’usage n’a pas pu être confirmé.')
        }}
        onConfirm={async () => {
          await call(routes.register.confirm, { params: { id }, body: { expected_updated_at: updated_at } })
          onDone(state === 'en_attente' ? 'L’usage est confirmé\u00a0: son assistant peut être publié.' : 'L’usage est confirmé.')
        }}
      >
        {`${namesOf(areas ?? [])}. ${sheet.areas_reason} ${
          can_confirm === 'alone'
            ? 'Vous avez donné cette réponse, et vous êtes la seule personne à administrer cette installation\u00a0: la fiche le dira.'
            : 'Votre nom et la date iront à la fiche et au journal d’audit.'
        }`}
      </ConfirmDialog>
    </section>
  )
}

const namesOf = (areas: readonly (keyof typeof areaWords)[]): string => areas.map((area) => areaWords[area].name).join(', ')

/** Sentences on the answer and its confirmation. */
function AnswerState({ sheet }: { sheet: RegisterSheet }) {
  const { areas, areas_reason, answered_at, answered_by, confirmed_at, confirmed_by, confirmed_alone, classification, state } = sheet
  if (areas === null || answered_at === null) return <p>Personne n’a encore dit à quoi il sert.</p>
  return (
    <>
      <p>
        {areas.length === 0 ? 'Usage ordinaire' : namesOf(areas)}, selon {answered_by ?? 'un compte supprimé'}, le {formatDateTime(answered_at)}.
        {areas_reason !== '' && ` Motif\u00a0: ${areas_reason}`}
      </p>
      {classification === 'a_revoir' && <p>Ses consignes ou ses documents ont changé depuis&nbsp;: la réponse est à revoir.</p>}
      {confirmed_at !== null && (
        <p>
          Confirmé par {confirmed_by ?? 'un compte supprimé'}, le {formatDateTime(confirmed_at)}
          {confirmed_alone && ', seule personne à administrer l’installation ce jour-là'}.
        </p>
      )}
      {classification === 'a_confirmer' && state !== 'clos' && sheet.can_confirm === 'no' && <p>Un autre administrateur le confirme.</p>}
    </>
  )
}

/** Dialog that answers the questions on the sensitive uses. */
function AnswerDialog({ sheet, onClose, onDone }: SheetUsesProps & { onClose: () => void }) {
  const { id, name, opinion, areas, areas_reason, answered_at, updated_at } = sheet
  const [opened] = useState(sheet)
  // An answer given meanwhile is not overwritten. Other changes of the sheet do not refuse this one.
  const expected_updated_at = answered_at === opened.answered_at ? updated_at : opened.updated_at
  const saved: UseAnswers = { areas: areas ?? [], reason: areas_reason }
  const [value, setValue] = useState(saved)
  const isReasonMissing = value.reason.trim() === '' && (value.areas.length > 0 || opinion.length > 0)
  const form = useSubmission<'use', RegisterSheet>({
    check: () => (isReasonMissing ? { use: 'Dites pourquoi' } : {}),
    send: () => call(routes.register.answer, { params: { id }, body: { ...value, expected_updated_at } }),
    onDone() {
      onDone('La réponse est enregistrée.')
      onClose()
    },
    describe: (error) => sentenceOf(error, 'La réponse n’a pas pu être enregistrée. Veuillez réessayer.'),
    onStale() {
      onDone(staleSentence)
      onClose()
    },
  })
  const isChanged = value.reason !== saved.reason || value.areas.join() !== saved.areas.join()
  return (
    <FormDialog title={`À quoi sert «\u00a0${name}\u00a0»\u00a0?`} verb="Enregistrer" form={form} isChanged={isChanged} onClose={onClose}>
      <UseFields value={value} onChange={setValue} signs={opinion} error={form.errors.use} />
    </FormDialog>
  )
}
