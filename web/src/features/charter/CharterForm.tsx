import { charterRules, findTextErrors, routes, type CharterText } from '@parvis/contract'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../api/browser.ts'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../layout/drafts/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Markdown } from '../../ui/content/Markdown.tsx'
import { Tabs } from '../../ui/content/Tabs.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import styles from './CharterPage.module.css'
import { modelCharter } from './model-charter.ts'

interface CharterFormProps {
  /** Version in force; null: none is published yet. */
  current: CharterText | null
  onPublished: (version: CharterText) => Promise<void>
}

const kinds = [
  { id: 'substantial', label: 'Version de fond' },
  { id: 'correction', label: 'Correction mineure' },
] as const
type Kind = (typeof kinds)[number]['id']

const kindHints: Record<Kind, string> = {
  substantial: 'Chacun devra l’accepter avant sa prochaine question.',
  correction: 'Qui a accepté la version d’avant n’a rien à faire.',
}

/** Form that publishes a version of the charter. The first one starts from a model. */
export function CharterForm({ current, onPublished }: CharterFormProps) {
  const [kind, setKind] = useState<Kind>('substantial')
  /** Ids of the versions read so far, by the date that the optimistic lock names them with. */
  const idsByDate = useRef(new Map(current ? [[current.published_at, current.id]] : []))
  const form = useForm({
    name: 'charter',
    saved: { text: current?.text ?? modelCharter.text, summary: current?.summary ?? modelCharter.summary, changes: '' },
    version: current?.published_at,
    check: ({ text, summary, changes }) => findTextErrors({ text, summary, changes }, charterRules),
    async send({ text, summary, changes }, published_at) {
      const replaces = published_at === undefined ? null : (idsByDate.current.get(published_at) ?? null)
      try {
        return await call(routes.charterVersions.publish, { body: { text, summary, changes, is_substantial: kind === 'substantial', replaces } })
      } catch (error) {
        if (error instanceof ApiError && error.changed !== null) idsByDate.current.set(error.changed.at, String(error.changed.current['id']))
        throw error
      }
    },
    onDone: (version) => void onPublished(version),
    describe: (error) => sentenceOf(error, 'La charte n’a pas pu être publiée. Veuillez réessayer.'),
  })
  const { draft, errors, failure, isPending } = form
  const { values, set } = draft

  return (
    <section className={styles.section} aria-labelledby="nouvelle-version">
      <h2 id="nouvelle-version">{current ? 'Nouvelle version' : 'Première version'}</h2>
      {!current && <p className={styles.muted}>Le texte ci-dessous est un modèle&nbsp;: adaptez-le à votre collectivité avant de le publier.</p>}
      <form className={styles.form} {...form.formProps}>
        <FormDraftNotice {...form.noticeProps} fields={{ text: 'Texte', summary: 'Résumé', changes: 'Ce qui change' }} />
        {failure && <Banner tone="error">{failure}</Banner>}
        <TextTabs values={values} errors={errors} onChange={set} />
        {current && <ChangeFields {...{ kind, setKind, errors }} changes={values.changes} onChange={(changes) => set({ changes })} />}
        <div>
          <Button type="submit" variant="primary" icon={<Send aria-hidden />} isPending={isPending} pendingLabel="Publication…">
            {current ? `Publier la version ${current.number + 1}` : 'Publier la charte'}
          </Button>
        </div>
      </form>
    </section>
  )
}

interface TextTabsProps {
  values: { text: string; summary: string }
  errors: { text?: string; summary?: string }
  onChange: (changes: { text?: string; summary?: string }) => void
}

/** Fields of the text and the summary, and their preview. */
function TextTabs({ values, errors, onChange }: TextTabsProps) {
  return (
    <Tabs
      label="Texte de la charte"
      tabs={[
        {
          id: 'write',
          label: 'Écrire',
          staysMounted: true,
          content: (
            <div className={styles.fields}>
              <TextArea
                label="Texte de la charte"
                name="text"
                isRequired
                rows={16}
                hint={`Markdown, ${formatNumber(charterRules.text.max)}\u00a0caractères au plus.`}
                value={values.text}
                onChange={(text) => onChange({ text })}
                error={errors.text}
              />
              <TextArea
                label="Résumé"
                name="summary"
                isRequired
                rows={6}
                hint={`À un clic du champ de question. Markdown, ${formatNumber(charterRules.summary.max)}\u00a0caractères au plus.`}
                value={values.summary}
                onChange={(summary) => onChange({ summary })}
                error={errors.summary}
              />
            </div>
          ),
        },
        {
          id: 'preview',
          label: 'Aperçu',
          content: (
            <div className={styles.preview}>
              <h3>En bref</h3>
              <Markdown text={values.summary} headingLevel={4} />
              <h3>Le texte</h3>
              <Markdown text={values.text} headingLevel={4} />
            </div>
          ),
        },
      ]}
    />
  )
}

interface ChangeFieldsProps {
  kind: Kind
  setKind: (kind: Kind) => void
  changes: string
  errors: { changes?: string }
  onChange: (changes: string) => void
}

/** Kind of a later version, and what it changes. */
function ChangeFields({ kind, setKind, changes, errors, onChange }: ChangeFieldsProps) {
  return (
    <>
      <div>
        <Segments label="Sorte de version" options={kinds} value={kind} onChange={setKind} />
        <p className={styles.muted}>{kindHints[kind]}</p>
      </div>
      <TextArea
        label="Ce qui change"
        name="changes"
        isRequired={kind === 'substantial'}
        rows={3}
        hint="Montré en premier à qui avait accepté une version d’avant."
        value={changes}
        onChange={onChange}
        error={errors.changes}
      />
    </>
  )
}
