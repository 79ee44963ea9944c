import { routes, type ConversationWithChanges, type ListedModel, type ModelLevel } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { neverRefetched, queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useInstance } from '../../api/use-instance.ts'
import { Switch } from '../../ui/fields/Checkbox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { candidatesFor, hasLevels, levelName, modelAndLevel, modelLabel, type InstanceModels } from '../../ui/words/model-words.ts'
import { changeContext, type ModelChange } from '../conversation/change-conversation.ts'
import type { Chat } from '../machine/effects.ts'
import { DocumentLevels } from './DocumentLevels.tsx'
import styles from './ModelSettings.module.css'

interface ModelSettingsProps {
  chat: Chat
  /** Null until the conversation exists; it is created by the first change. */
  conversation: ConversationWithChanges | null
}

/** Models that read a conversation: the preferred one, confidentiality, and the level of each attached file. A change applies to the next question. */
export function ModelSettings({ chat, conversation }: ModelSettingsProps) {
  const instance = useInstance()
  const announce = useAnnounce()
  const [failure, setFailure] = useState<string | null>(null)
  const need = useModelNeed(conversation)
  const { data: listed } = useQuery({ ...queryFor(routes.models.list), staleTime: 0 })
  if (!instance || need === null) return null

  async function change(changes: ModelChange, done: string) {
    setFailure(null)
    try {
      if (conversation === null) await chat.place?.()
      const { id } = chat.state().conversation!
      chat.setConversation(await changeContext(id, changes))
      announce(done)
    } catch (error) {
      setFailure(sentenceOf(error, 'Rien n’a changé. Veuillez réessayer.'))
    }
  }
  const isConfidential = conversation?.confidential === true
  const level3 = levelName(instance, 3)
  return (
    <div className={styles.settings}>
      <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
      <ModelLine
        instance={instance}
        listed={listed}
        need={need}
        chosenId={conversation?.model_id ?? null}
        onChoose={(model_id) =>
          void change({ model_id }, model_id === null ? 'Modèle\u00a0: choix par défaut' : `Modèle\u00a0: ${modelLabel(instance, model_id)}`)
        }
      />
      {(hasLevels(instance) || isConfidential) && (
        <Switch
          isSelected={isConfidential}
          onChange={(confidential) =>
            void change({ confidential }, confidential ? 'La conversation est confidentielle' : 'La conversation n’est plus confidentielle')
          }
          hint={`Seuls les modèles de niveau «\u00a0${level3}\u00a0» la lisent.`}
        >
          Conversation confidentielle
        </Switch>
      )}
      {conversation !== null && hasLevels(instance) && <DocumentLevels conversation={conversation} onFailure={setFailure} />}
    </div>
  )
}

interface ModelNeed {
  /** Minimum level of the models. */
  level: ModelLevel
  /** Id of the assistant's preferred model; null: the first one of the level. */
  preferredId: string | null
  /** Whether the person may choose. */
  canChoose: boolean
}

/** Level that the conversation needs: that of its assistant, its project and its mark. Null while loading. */
function useModelNeed(conversation: ConversationWithChanges | null): ModelNeed | null {
  const { assistant_id = null, project_id = null, confidential } = conversation ?? {}
  const assistant = useQuery({ ...queryFor(routes.assistants.get, { params: { id: assistant_id! } }), enabled: assistant_id !== null, retry: false })
  const project = useQuery({
    ...queryFor(routes.projects.get, { params: { id: project_id! } }),
    enabled: project_id !== null,
    retry: false,
    meta: neverRefetched,
  })
  if ((assistant_id !== null && assistant.isPending) || (project_id !== null && project.isPending)) return null
  const level = Math.max(assistant.data?.min_level ?? 1, project.data?.min_level ?? 1, confidential ? 3 : 1) as ModelLevel
  // An assistant that is closed to the person answers no more.
  return { level, preferredId: assistant.data?.model_id ?? null, canChoose: assistant_id === null || assistant.data?.model_choice === true }
}

interface ModelLineProps {
  instance: InstanceModels
  /** Models with their state; undefined while loading. */
  listed: readonly ListedModel[] | undefined
  need: ModelNeed
  chosenId: string | null
  onChoose: (id: string | null) => void
}

/** Id of the option that chooses no model. */
const defaultId = ':default'

/** Line « Modèle », a choice among those of the level where the person may choose. */
function ModelLine({ instance, listed, need: { level, preferredId, canChoose }, chosenId, onChoose }: ModelLineProps) {
  const candidates = candidatesFor(instance.models, level)
  const preferred = candidates.find(({ id }) => id === preferredId) ?? candidates[0]
  if (preferred === undefined)
    return <p className={styles.line}>{`Aucun modèle de niveau «\u00a0${levelName(instance, level)}\u00a0» n’est installé. Prévenez votre administrateur.`}</p>
  const isDown = (id: string) => listed?.find((model) => model.id === id)?.available === false
  const stateOf = (id: string) => (isDown(id) ? ' (ne répond pas)' : '')
  if (!canChoose || candidates.length === 1)
    return (
      <dl className={styles.model}>
        <dt>Modèle</dt>
        <dd>{`${modelAndLevel(instance, preferred.id, preferred.level)}${stateOf(preferred.id)}`}</dd>
      </dl>
    )
  return (
    <Select
      label="Modèle"
      isAction
      options={[
        { id: defaultId, label: `Par défaut\u00a0: ${preferred.label}${stateOf(preferred.id)}` },
        ...candidates.map((model) => ({ id: model.id, label: `${model.label}${stateOf(model.id)}`, detail: `Niveau ${levelName(instance, model.level)}` })),
      ]}
      value={candidates.some(({ id }) => id === chosenId) ? chosenId : defaultId}
      onChange={(id) => onChoose(id === defaultId ? null : id)}
    />
  )
}
