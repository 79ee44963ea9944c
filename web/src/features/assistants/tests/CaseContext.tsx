import { limits, routes, type ModelLevel, type TestCaseContent, type TestProfile } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { FolderPlus, UserRoundPlus } from 'lucide-react'
import { queryFor } from '../../../api/queries.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { plural, truncate } from '../../../ui/words/formats.ts'
import { levelName } from '../../../ui/words/model-words.ts'
import { PreferenceFields, ProfessionalFields } from '../../../layout/profile/ProfileFields.tsx'
import styles from './AssistantTests.module.css'

const emptyProfile: TestProfile = {
  type_collectivite: '',
  tranche_effectif: '',
  tranche_population: '',
  champ_action: '',
  fonction: '',
  experience_gestion_projet: '',
  style_conversationnel: '',
}

interface CaseContextProps {
  content: TestCaseContent
  errors: Partial<Record<keyof TestCaseContent, string>>
  onChange: (change: Partial<TestCaseContent>) => void
}

/** Context of a question: day of the documents, earlier messages, profile and project, level of the models. */
export function CaseContext({ content, errors, onChange }: CaseContextProps) {
  const { profile, project } = content
  return (
    <fieldset className={styles.expectations}>
      <legend>Autour de la question</legend>
      <TextField
        label="Date des documents"
        type="date"
        hint="Facultative&nbsp;: les documents en vigueur ce jour-là sont cherchés. Sans elle, ceux du jour du contrôle."
        value={content.as_of ?? ''}
        onChange={(as_of) => onChange({ as_of: as_of === '' ? null : as_of })}
        error={errors.as_of}
      />
      <History history={content.history} onRemove={() => onChange({ history: [] })} />
      {profile !== null && <CaseProfile profile={profile} onChange={(changed) => onChange({ profile: changed })} />}
      {project !== null && <CaseProject project={project} error={errors.project} onChange={(changed) => onChange({ project: changed })} />}
      {(profile === null || project === null) && (
        <div className={styles.badges}>
          {profile === null && (
            <Button size="s" icon={<UserRoundPlus aria-hidden />} onPress={() => onChange({ profile: emptyProfile })}>
              Donner un profil
            </Button>
          )}
          {project === null && (
            <Button size="s" icon={<FolderPlus aria-hidden />} onPress={() => onChange({ project: { name: '', content: '' } })}>
              Donner un projet
            </Button>
          )}
        </div>
      )}
      {(project !== null || content.history.length > 0) && <CaseLevel level={content.min_level} onChange={(min_level) => onChange({ min_level })} />}
    </fieldset>
  )
}

function History({ history, onRemove }: { history: TestCaseContent['history']; onRemove: () => void }) {
  if (history.length === 0) return null
  return (
    <div className={styles.kept}>
      <p>{plural(history.length, 'message')} avant la question&nbsp;:</p>
      <ul>
        {history.map(({ role, content: text }, at) => (
          <li key={at}>
            {role === 'user' ? 'Question' : 'Réponse'}&nbsp;: {truncate(text, 120)}
          </li>
        ))}
      </ul>
      <Button size="s" onPress={onRemove}>
        Retirer ces messages
      </Button>
    </div>
  )
}

/** Profile of the person who asks, without a name: the fields of a profile page. */
function CaseProfile({ profile, onChange }: { profile: TestProfile; onChange: (profile: TestProfile | null) => void }) {
  const options = useQuery(queryFor(routes.profile.options))
  const draft = { first_name: '', last_name: '', ...profile }
  const props = {
    draft,
    errors: {},
    onChange({ first_name: _, last_name: __, ...changed }: Partial<typeof draft>) {
      onChange({ ...profile, ...changed })
    },
  }
  return (
    <div role="group" aria-label="Profil de la personne" className={styles.context}>
      <p className={styles.subject}>Profil de la personne</p>
      {options.data ? (
        <>
          <ProfessionalFields {...props} options={options.data} />
          <PreferenceFields {...props} options={options.data} />
        </>
      ) : options.isError ? (
        <ErrorMessage query={options}>{sentenceOf(options.error, 'Les choix du profil n’ont pas pu être chargés.')}</ErrorMessage>
      ) : (
        <Skeleton count={2} label="Chargement des choix du profil…" />
      )}
      <div>
        <Button size="s" onPress={() => onChange(null)}>
          Retirer le profil
        </Button>
      </div>
    </div>
  )
}

type CaseProjectText = NonNullable<TestCaseContent['project']>

interface CaseProjectProps {
  project: CaseProjectText
  error: string | undefined
  onChange: (project: CaseProjectText | null) => void
}

function CaseProject({ project, error, onChange }: CaseProjectProps) {
  return (
    <div role="group" aria-label="Projet de la conversation" className={styles.context}>
      <p className={styles.subject}>Projet de la conversation</p>
      <TextField
        label="Nom du projet"
        value={project.name}
        onChange={(name) => onChange({ ...project, name })}
        error={error}
        maxLength={limits.name}
        isRequired
      />
      <TextArea
        label="Texte du projet"
        hint="Ce que l’assistant sait du projet. Les fichiers d’un projet ne font pas partie d’un cas."
        rows={4}
        value={project.content}
        onChange={(content) => onChange({ ...project, content })}
        maxLength={limits.content}
      />
      <div>
        <Button size="s" onPress={() => onChange(null)}>
          Retirer le projet
        </Button>
      </div>
    </div>
  )
}

const levels: readonly ModelLevel[] = [1, 2, 3]

/** Minimum level of the models that may receive the texts of the case. */
function CaseLevel({ level, onChange }: { level: ModelLevel; onChange: (level: ModelLevel) => void }) {
  const instance = useInstance()
  return (
    <Select
      label="Niveau minimal des modèles"
      hint="Celui que demandent les textes de ce cas, en plus de celui de l’assistant."
      options={levels.map((one) => ({ id: String(one), label: instance ? levelName(instance, one) : String(one) }))}
      value={String(level)}
      onChange={(chosen) => onChange(Number(chosen) as ModelLevel)}
    />
  )
}
