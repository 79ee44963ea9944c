import { routes, testLimits, type AssistantTestCase, type TestCaseContent, type TestExpectation, type TestExpectationKind } from '@parvis/contract'
import { Plus, Trash2 } from 'lucide-react'
import { call } from '../../../api/browser.ts'
import { create } from '../../../api/create.ts'
import { invalidate } from '../../../api/queries.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { FormDialog } from '../../../layout/drafts/FormDialog.tsx'
import { FormDraftNotice } from '../../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../../layout/drafts/use-form.ts'
import { runRowAction } from '../../../layout/run-row-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { plural } from '../../../ui/words/formats.ts'
import styles from './AssistantTests.module.css'
import { CaseContext } from './CaseContext.tsx'
import { expectationError, expectationKinds, expectationText, languages, newExpectation, profileText } from './words.ts'

const emptyCase: TestCaseContent = {
  question: '',
  history: [],
  profile: null,
  project: null,
  min_level: 1,
  as_of: null,
  expectations: [{ kind: 'contains', text: '' }],
  judge: null,
}

/** Field labels of the notice of an edit conflict. */
const fieldNames = {
  question: 'Question',
  history: { label: 'Échanges d’avant', read: (history: TestCaseContent['history']) => plural(history.length, 'message') },
  profile: { label: 'Profil', read: (profile: TestCaseContent['profile']) => (profile === null ? 'aucun' : profileText(profile)) },
  project: { label: 'Projet', read: (project: TestCaseContent['project']) => (project === null ? 'aucun' : `${project.name}\n${project.content}`.trim()) },
  min_level: { label: 'Niveau minimal', read: String },
  as_of: { label: 'Date des documents', read: (day: string | null) => day ?? 'aujourd’hui' },
  expectations: { label: 'Ce qui est attendu', read: (all: readonly TestExpectation[]) => all.map(expectationText).join('\n') },
  judge: { label: 'Critère jugé par le modèle', read: (judge: string | null) => judge ?? 'aucun' },
}

interface CaseFormDialogProps {
  assistantId: string
  /** Null for a new case. */
  edited: AssistantTestCase | null
  /** Values of a new case, made from an answer. */
  proposed?: { message_id: string; content: TestCaseContent } | null
  onClose: () => void
  onDone: (sentence: string) => void
}

const contentOf = ({ id: _, updated_at: __, ...content }: AssistantTestCase): TestCaseContent => content

/** Dialog to add or change a test case. */
export function CaseFormDialog({ assistantId, edited, proposed = null, onClose, onDone }: CaseFormDialogProps) {
  const params = { id: assistantId }
  const form = useForm<TestCaseContent, AssistantTestCase>({
    name: `test-case.${edited?.id ?? `${assistantId}.${proposed?.message_id ?? 'new'}`}`,
    saved: edited ? contentOf(edited) : (proposed?.content ?? emptyCase),
    version: edited?.updated_at,
    check: ({ question, expectations, project }) => ({
      ...(question.trim() === '' && { question: 'Écrivez la question' }),
      ...(project?.name.trim() === '' && { project: 'Donnez un nom au projet' }),
      ...((expectations.length === 0 || expectations.some((one) => expectationError(one) !== null)) && {
        expectations: expectations.length === 0 ? 'Dites ce qui est attendu de la réponse' : 'Complétez ce qui est attendu',
      }),
    }),
    send: (values, expected_updated_at) =>
      edited === null
        ? create(routes.assistantTestCases.create, values, undefined, params)
        : runRowAction(routes.assistantTestCases.remove, () =>
            call(routes.assistantTestCases.update, { params: { ...params, case_id: edited.id }, body: { ...values, expected_updated_at } }),
          ),
    onDone() {
      onDone(edited === null ? 'Le cas de contrôle est ajouté.' : 'Le cas de contrôle est modifié.')
      onClose()
    },
    describe: (error) => sentenceOf(error, 'Le cas n’a pas pu être enregistré. Ce que vous avez écrit est gardé\u00a0; veuillez réessayer.'),
    onStale: () => void invalidate(routes.assistantTestCases.update),
  })
  const { draft, errors } = form
  return (
    <FormDialog
      title={edited === null ? 'Nouveau cas de contrôle' : 'Modifier le cas de contrôle'}
      verb={edited === null ? 'Ajouter le cas' : 'Enregistrer'}
      form={form}
      confirmClose={draft.confirmClose}
      onClose={onClose}
    >
      <FormDraftNotice {...form.noticeProps} fields={fieldNames} />
      <TextArea
        label="Question"
        value={draft.values.question}
        onChange={(question) => draft.set({ question })}
        error={errors.question}
        maxLength={testLimits.question}
        isRequired
        autoFocus
      />
      <Expectations all={draft.values.expectations} error={errors.expectations} onChange={(expectations) => draft.set({ expectations })} />
      <CaseContext content={draft.values} errors={errors} onChange={draft.set} />
      <TextArea
        label="Critère jugé par le modèle"
        hint="Facultatif. Le modèle dit si la réponse le respecte, quand le contrôle le demande. Son avis est montré à part et ne décide de rien."
        rows={2}
        value={draft.values.judge ?? ''}
        onChange={(judge) => draft.set({ judge: judge === '' ? null : judge })}
        error={errors.judge}
        maxLength={testLimits.expected}
      />
    </FormDialog>
  )
}

interface ExpectationsProps {
  all: readonly TestExpectation[]
  error: string | undefined
  onChange: (all: TestExpectation[]) => void
}

/** List of what is expected of the answer. */
function Expectations({ all, error, onChange }: ExpectationsProps) {
  const replace = (at: number, one: TestExpectation) => onChange(all.map((former, rank) => (rank === at ? one : former)))
  return (
    <fieldset className={styles.expectations}>
      <legend>Ce qui est attendu de la réponse</legend>
      <p className={styles.quiet}>Vérifié sans modèle. La casse, les apostrophes et les espaces ne comptent pas.</p>
      {all.map((expectation, at) => (
        <div key={at} className={styles.expectation}>
          <Select
            label={`Attente ${at + 1}`}
            options={expectationKinds}
            value={expectation.kind}
            onChange={(kind) => replace(at, newExpectation(kind as TestExpectationKind))}
          />
          <ExpectationField
            expectation={expectation}
            error={error === undefined ? undefined : (expectationError(expectation) ?? undefined)}
            onChange={(one) => replace(at, one)}
          />
          <IconButton icon={Trash2} label={`Retirer l’attente ${at + 1}`} onPress={() => onChange(all.filter((_, rank) => rank !== at))} />
        </div>
      ))}
      {error !== undefined && all.every((one) => expectationError(one) === null) && (
        <p role="alert" className={styles.failure}>
          {error}
        </p>
      )}
      <div>
        <Button
          size="s"
          icon={<Plus aria-hidden />}
          isDisabled={all.length >= testLimits.expectations}
          onPress={() => onChange([...all, newExpectation('contains')])}
        >
          Ajouter une attente
        </Button>
      </div>
    </fieldset>
  )
}

interface ExpectationFieldProps {
  expectation: TestExpectation
  error: string | undefined
  onChange: (expectation: TestExpectation) => void
}

/** Field of an expectation that has one: text, document, language, number of words. */
function ExpectationField({ expectation, error, onChange }: ExpectationFieldProps) {
  switch (expectation.kind) {
    case 'contains':
    case 'not_contains':
      return (
        <TextField
          label="Texte"
          value={expectation.text}
          onChange={(text) => onChange({ ...expectation, text })}
          error={error}
          maxLength={testLimits.expected}
        />
      )
    case 'pattern':
      return (
        <TextField
          label="Expression"
          value={expectation.pattern}
          onChange={(pattern) => onChange({ ...expectation, pattern })}
          error={error}
          maxLength={testLimits.pattern}
          spellCheck={false}
        />
      )
    case 'cites':
      return (
        <>
          <TextField
            label="Nom du document"
            value={expectation.document}
            onChange={(document) => onChange({ ...expectation, document })}
            error={error}
            maxLength={testLimits.expected}
          />
          <TextField
            label="Page"
            isOptional
            inputMode="numeric"
            value={expectation.page === null ? '' : String(expectation.page)}
            onChange={(page) => onChange({ ...expectation, page: Number.parseInt(page, 10) || null })}
          />
        </>
      )
    case 'language':
      return (
        <Select
          label="Langue"
          options={languages}
          value={expectation.language}
          onChange={(language) => onChange({ ...expectation, language: language as typeof expectation.language })}
        />
      )
    case 'min_words':
    case 'max_words':
      return (
        <TextField
          label="Mots"
          inputMode="numeric"
          value={expectation.words === 0 ? '' : String(expectation.words)}
          onChange={(words) => onChange({ ...expectation, words: Number.parseInt(words, 10) || 0 })}
          error={error}
        />
      )
    default:
      return null
  }
}
