import { registerRules, routes, sheetTexts, type RegisterSheet, type SheetText } from '@parvis/contract'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../api/browser.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../layout/drafts/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Register.module.css'

const fields: Record<SheetText, { label: string; hint: string }> = {
  purpose: { label: 'Finalité', hint: 'Ce que l’on veut obtenir, en une phrase.' },
  service: { label: 'Service', hint: 'Qui s’en sert dans l’organisation.' },
  audience: { label: 'Public', hint: 'Agents, élus, un service en particulier…' },
  people_concerned: {
    label: 'Personnes concernées',
    hint: 'De qui parlent les données\u00a0: usagers, élèves, agents… «\u00a0Aucune\u00a0» s’il n’y en a pas.',
  },
  personal_data: { label: 'Données personnelles traitées', hint: 'État civil, coordonnées, situation…' },
  human_decision: { label: 'Décision humaine', hint: 'Qui relit et qui décide, avec quel recours.' },
  legal_basis: { label: 'Base légale', hint: 'Mission d’intérêt public, obligation légale…' },
  responsible: { label: 'Responsable de l’usage', hint: 'Une fonction plutôt qu’un nom.' },
}

type SheetValues = Record<SheetText, string> & { review_on: string | null }

const valuesOf = (sheet: RegisterSheet): SheetValues => ({
  ...(Object.fromEntries(sheetTexts.map((name) => [name, sheet[name]])) as Record<SheetText, string>),
  review_on: sheet.review_on,
})

/** Form of what the product cannot know of a use. It stays open once saved, and follows the saved sheet until something is typed. */
export function SheetForm({ sheet, onDone }: { sheet: RegisterSheet; onDone: (sentence: string) => void }) {
  const form = useForm<SheetValues, RegisterSheet>({
    name: `register.${sheet.id}`,
    saved: valuesOf(sheet),
    version: sheet.updated_at,
    send: (values, expected_updated_at) => call(routes.register.update, { params: { id: sheet.id }, body: { ...values, expected_updated_at } }),
    onDone(answer) {
      draft.continueFrom(valuesOf(answer), draft.values, answer.updated_at)
      onDone('La fiche est enregistrée.')
    },
    describe: (error) => sentenceOf(error, 'La fiche n’a pas pu être enregistrée. Veuillez réessayer.'),
  })
  const { draft, errors, failure, isPending } = form
  const follow = useEffectEvent(() => {
    if (!draft.isChanged) draft.continueFrom(valuesOf(sheet), draft.values, sheet.updated_at)
  })
  useEffect(() => follow(), [sheet])
  const labels = Object.fromEntries(sheetTexts.map((name) => [name, fields[name].label])) as Record<SheetText, string>
  return (
    <section className={styles.section} aria-labelledby="fiche">
      <h2 id="fiche">À compléter</h2>
      <p className={styles.muted}>
        {sheet.completed_at === null
          ? 'Ce qui reste vide est écrit «\u00a0[À COMPLÉTER]\u00a0» dans les exports.'
          : `Complétée par ${sheet.completed_by ?? 'un compte supprimé'}, le ${formatDateTime(sheet.completed_at)}.`}
      </p>
      <form className={styles.form} {...form.formProps}>
        <FormDraftNotice {...form.noticeProps} fields={{ ...labels, review_on: { label: 'À relire le', read: (day: string | null) => day ?? '' } }} />
        {failure && <Banner tone="error">{failure}</Banner>}
        {sheetTexts.map((name) => (
          <TextArea
            key={name}
            {...fields[name]}
            name={name}
            rows={2}
            maxLength={registerRules.text.max}
            value={draft.values[name]}
            onChange={(text) => draft.set({ [name]: text })}
            error={errors[name]}
          />
        ))}
        <TextField
          label="À relire le"
          name="review_on"
          type="date"
          value={draft.values.review_on ?? ''}
          onChange={(day) => draft.set({ review_on: day === '' ? null : day })}
          error={errors.review_on}
        />
        <div>
          <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Enregistrement…">
            Enregistrer la fiche
          </Button>
        </div>
      </form>
    </section>
  )
}
