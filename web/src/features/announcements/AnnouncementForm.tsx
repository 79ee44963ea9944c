import { announcementRules, findBlankTexts, routes, type Announcement } from '@parvis/contract'
import { Info, Megaphone, Trash2, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { isStale, sentenceOf } from '../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../api/transport/field-errors.ts'
import { call } from '../../api/browser.ts'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { isSame } from '../../layout/drafts/form-draft.ts'
import { useFormDraft } from '../../layout/drafts/use-form-draft.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import { focusWithin, invalidFieldSelector } from '../../ui/overlays/focus-within.ts'
import { Segments } from '../../ui/fields/Segments.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './Announcement.module.css'

const tones = [
  { id: 'info', label: 'Information' },
  { id: 'attention', label: 'Attention' },
] as const

interface AnnouncementFormProps {
  /** Message published now; null when there is none. */
  announcement: Announcement | null
  onDone: (sentence: string) => Promise<void>
  /** Reloads the published message: the server reported that it was replaced, withdrawn or expired in the meantime. */
  onStale: () => Promise<unknown>
}

const formOf = (announcement: Announcement | null) => ({
  text: announcement?.text ?? '',
  tone: announcement?.tone ?? ('info' as const),
  on_sign_in: announcement?.on_sign_in ?? false,
  ends_on: announcement?.ends_on ?? '',
})

/**
 * Form of the message to everybody: text, tone, last day, with a preview. What was typed is not lost when the server refuses it or when the published
 * message changes.
 */
export function AnnouncementForm({ announcement, onDone, onStale }: AnnouncementFormProps) {
  const { draft, isOutdated } = useMessageDraft(announcement)
  const { values: form, set } = draft
  const { errors, failure, pending, refuse, run } = usePublication(onDone, onStale, draft.isChanged)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const refused = {
      ...findBlankTexts(form, announcementRules),
      ...(isIncompleteDate(event.currentTarget.elements.namedItem('ends_on')) && { ends_on: 'Écrivez la date en entier, ou effacez-la' }),
    }
    if (Object.keys(refused).length > 0) return refuse(event.currentTarget, refused)
    const body = { ...form, ends_on: form.ends_on === '' ? null : form.ends_on, replaces: announcement?.id ?? null }
    const publish = async () => draft.continueFrom(formOf(await call(routes.announcements.publish, { body })), form)
    void run('publish', publish, 'Le message est publié\u00a0: chacun le verra dans la minute.')
  }

  async function remove() {
    await call(routes.announcements.remove, { query: { id: announcement?.id } })
    draft.continueFrom(formOf(null), draft.base)
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FormDraftNotice draft={draft} />
      {isOutdated && pending === null && (
        <Banner tone="warning">
          {announcement
            ? 'Un autre message paraît maintenant. Votre texte est gardé\u00a0: «\u00a0Publier\u00a0» le met à sa place.'
            : 'Le message d’avant ne paraît plus. Votre texte est gardé\u00a0: «\u00a0Publier\u00a0» le fait paraître.'}
        </Banner>
      )}
      {failure && <Banner tone="error">{failure}</Banner>}
      <TextArea
        label="Message"
        name="text"
        isRequired
        rows={3}
        maxLength={announcementRules.text.max}
        hint={`${formatNumber(announcementRules.text.max)}\u00a0caractères au plus. Il paraît tel quel, sans mise en forme.`}
        placeholder="Maintenance ce soir de 18&nbsp;h à 19&nbsp;h&nbsp;: enregistrez vos textes avant."
        value={form.text}
        onChange={(text) => set({ text })}
        error={errors['text']}
      />
      <Segments label="Ton" options={tones} value={form.tone} onChange={(tone) => set({ tone })} />
      <div className={styles.date}>
        <TextField
          label="Dernier jour"
          isOptional
          name="ends_on"
          type="date"
          hint="Ce jour compris, heure de Paris. Sans date, jusqu’à ce que vous le retiriez."
          value={form.ends_on}
          onChange={(ends_on) => set({ ends_on })}
          error={errors['ends_on']}
        />
      </div>
      <Checkbox
        isSelected={form.on_sign_in}
        onChange={(on_sign_in) => set({ on_sign_in })}
        hint="Toute personne qui ouvre cette page le lira, même sans compte."
      >
        Le montrer aussi sur la page de connexion
      </Checkbox>
      {form.text.trim() !== '' && <Preview text={form.text.trim()} tone={form.tone} />}
      <Actions isShown={announcement !== null} pending={pending} onRemove={() => void run('remove', remove, 'Le message est retiré.')} />
    </form>
  )
}

/** Whether the date is incomplete or does not exist, such as 31 November. Browsers then give an empty value, which would mean a message without an end. */
const isIncompleteDate = (field: unknown): boolean => field instanceof HTMLInputElement && field.validity.badInput

/** Draft of the message. Follows the published message until something is typed. `isOvertaken`: the published message has changed since then. */
function useMessageDraft(announcement: Announcement | null) {
  const savedForm = formOf(announcement)
  const draft = useFormDraft('announcement', savedForm)
  const follow = useEffectEvent(() => {
    if (!draft.isChanged) draft.continueFrom(savedForm, draft.values)
  })
  useEffect(() => follow(), [announcement])
  return { draft, isOutdated: draft.isChanged && !isSame(savedForm, draft.base) }
}

/** Sends the publication or the withdrawal, and holds its errors and its pending state. */
function usePublication(onDone: AnnouncementFormProps['onDone'], onStale: AnnouncementFormProps['onStale'], hasDraft: boolean) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState<'publish' | 'remove' | null>(null)

  function refuse(form: HTMLFormElement, fields: Record<string, string>) {
    setErrors(fields)
    focusWithin(form, invalidFieldSelector)
  }

  async function run(action: 'publish' | 'remove', work: () => Promise<unknown>, sentence: string) {
    if (pending) return
    setErrors({})
    setFailure(null)
    setPending(action)
    try {
      await work()
      await onDone(sentence)
    } catch (error) {
      const fields = fieldErrorsOf(error)
      setErrors(fields)
      if (isStale(error)) await onStale()
      // Otherwise a banner above the form already says what « Publier » will replace.
      if (!isStale(error) || !hasDraft) setFailure(sentenceOf(error, 'Le message n’a pas pu être enregistré. Veuillez réessayer.'))
      // The failure is shown at the top of the page.
      if (Object.keys(fields).length === 0) window.scrollTo(0, 0)
    } finally {
      setPending(null)
    }
  }

  return { errors, failure, pending, refuse, run }
}

/** Preview of the banner. */
function Preview({ text, tone }: Pick<Announcement, 'text' | 'tone'>) {
  const Drawing = tone === 'attention' ? TriangleAlert : Info
  return (
    <section className={styles.preview} aria-label="Aperçu">
      <h2>Aperçu</h2>
      <div className={`${styles.banner} ${styles[tone]}`}>
        <Drawing className={styles.icon} aria-hidden />
        <p className={styles.text}>{text}</p>
      </div>
    </section>
  )
}

/** « Publier » and « Retirer ». Each one is disabled while the other runs. */
function Actions({ isShown, pending, onRemove }: { isShown: boolean; pending: 'publish' | 'remove' | null; onRemove: () => void }) {
  return (
    <div className={styles.actions}>
      <Button
        type="submit"
        variant="primary"
        icon={<Megaphone aria-hidden />}
        isDisabled={pending === 'remove'}
        isPending={pending === 'publish'}
        pendingLabel="Publication…"
      >
        {isShown ? 'Publier à la place du précédent' : 'Publier'}
      </Button>
      {isShown && (
        <Button icon={<Trash2 aria-hidden />} isDisabled={pending === 'publish'} isPending={pending === 'remove'} pendingLabel="Retrait…" onPress={onRemove}>
          Retirer le message
        </Button>
      )}
    </div>
  )
}
