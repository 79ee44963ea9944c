import { limits, routes, type ModelLevel, type TestRunSummary } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/browser.ts'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { FormDialog } from '../../../layout/drafts/FormDialog.tsx'
import { useSubmission } from '../../../layout/drafts/use-submission.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { useDebounced } from '../../../ui/fields/use-debounced.ts'
import { candidatesFor, levelName } from '../../../ui/words/model-words.ts'
import { formatNumber, plural } from '../../../ui/words/formats.ts'
import styles from './AssistantTests.module.css'

interface RunDialogProps {
  assistant: { id: string; min_level: ModelLevel; model_id: string | null }
  hasCriteria: boolean
  onClose: () => void
  onStarted: (run: TestRunSummary) => void
}

const repeatOptions = [1, 2, 3].map((count) => ({ id: String(count), label: count === 1 ? 'Une fois' : `${count} fois` }))

/** Dialog that chooses what a run asks, shows what it costs, and starts it. */
export function RunDialog({ assistant, hasCriteria, onClose, onStarted }: RunDialogProps) {
  const instance = useInstance()
  const candidates = candidatesFor(instance?.models ?? [], assistant.min_level)
  const usual = candidates.find(({ id }) => id === assistant.model_id) ?? candidates[0]
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [repeats, setRepeats] = useState('1')
  const [compare, setCompare] = useState(true)
  const [judge, setJudge] = useState(false)
  const [draft, setDraft] = useState<string | null>(null)
  const instructions = useQuery(queryFor(routes.assistants.get, { params: { id: assistant.id } }))
  const model_ids = chosen ?? (usual === undefined ? [] : [usual.id])
  const prompt_content = draft?.trim() ? draft : null
  const options = { model_ids: [...model_ids], repeats: Number(repeats), compare, judge, prompt_content }
  const budget = useBudget(assistant.id, options)
  const form = useSubmission<'models' | 'prompt_content', TestRunSummary>({
    check: () => ({
      ...(model_ids.length === 0 && { models: 'Choisissez un modèle au moins' }),
      ...(draft !== null && prompt_content === null && { prompt_content: 'Écrivez les instructions à contrôler' }),
    }),
    send: () => call(routes.assistantTestRuns.start, { params: { id: assistant.id }, body: options }),
    onDone(run) {
      void invalidate(routes.assistantTestRuns.start)
      onStarted(run)
    },
    describe: (error) => sentenceOf(error, 'Le contrôle n’a pas pu être lancé. Veuillez réessayer.'),
  })
  const toggle = (id: string, isSelected: boolean) => setChosen(isSelected ? [...model_ids, id] : model_ids.filter((other) => other !== id))
  return (
    <FormDialog title="Lancer un contrôle" verb="Lancer" pendingLabel="Un instant…" form={form} onClose={onClose}>
      <fieldset className={styles.expectations} aria-invalid={form.errors.models !== undefined || undefined}>
        <legend>Modèles</legend>
        {candidates.map(({ id, label, level }) => (
          <Checkbox key={id} isSelected={model_ids.includes(id)} onChange={(isSelected) => toggle(id, isSelected)}>
            {label}
            {instance && <span className={styles.quiet}> (niveau {levelName(instance, level)})</span>}
          </Checkbox>
        ))}
        {form.errors.models && (
          <p role="alert" className={styles.failure}>
            {form.errors.models}
          </p>
        )}
      </fieldset>
      <Select label="Poser chaque question" options={repeatOptions} value={repeats} onChange={setRepeats} />
      <Checkbox
        isSelected={draft !== null}
        onChange={(isSelected) => setDraft(isSelected ? (instructions.data?.prompt_content ?? '') : null)}
        hint="Rien n’est enregistré dans l’assistant."
      >
        Contrôler d’autres instructions que celles en vigueur
      </Checkbox>
      {draft !== null && (
        <TextArea
          label="Instructions à contrôler"
          rows={8}
          value={draft}
          onChange={setDraft}
          error={form.errors.prompt_content}
          maxLength={limits.promptContent}
          isRequired
        />
      )}
      <Checkbox isSelected={compare} onChange={setCompare} hint="Les réponses obtenues par vous depuis un jour ne sont pas redemandées.">
        Comparer à la version en vigueur, ou à la précédente
      </Checkbox>
      {hasCriteria && (
        <Checkbox isSelected={judge} onChange={setJudge} hint="Un appel de plus par réponse. Son avis est montré à part.">
          Faire juger les critères par le modèle
        </Checkbox>
      )}
      <p className={styles.budget} role="status">
        {budget}
      </p>
    </FormDialog>
  )
}

/** Sentence of what a run would cost. */
function useBudget(id: string, options: { model_ids: string[]; repeats: number; compare: boolean; judge: boolean; prompt_content: string | null }): string {
  const settled = useDebounced(JSON.stringify(options), 400)
  const { data, error } = useQuery({
    ...queryFor(routes.assistantTestRuns.budget, { params: { id }, body: JSON.parse(settled) as typeof options }),
    enabled: options.model_ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  if (options.model_ids.length === 0) return 'Choisissez un modèle pour connaître le coût.'
  if (error) return sentenceOf(error, 'Le coût n’a pas pu être estimé.')
  if (!data) return 'Estimation du coût…'
  const { cases, calls, reused, estimated_tokens, compared_version } = data
  const compared =
    compared_version === null
      ? ''
      : ` Comparé à la version ${compared_version}${reused > 0 ? `, dont ${plural(reused, 'réponse est déjà là', 'réponses sont déjà là')}` : ''}.`
  return `${plural(cases, 'cas', 'cas')}, ${plural(calls, 'appel')} du modèle, environ ${formatNumber(estimated_tokens)}\u00a0jetons, comptés à votre nom hors de vos limites.${compared}`
}
