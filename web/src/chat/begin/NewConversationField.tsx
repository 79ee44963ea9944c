import { routes, type Assistant } from '@parvis/contract'
import { Bot, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { isTemporary, sentenceOf } from '../../api/transport/api-error.ts'
import { Composer } from '../composer/Composer.tsx'
import { useComposerText } from '../composer/use-composer-text.ts'
import { switchAssistant } from '../context/use-assistants.ts'
import { AttachButton } from '../files/AttachButton.tsx'
import { addFiles, sortFiles } from '../files/file-rules.ts'
import { filesOnlyQuestion } from '../files/files-state.ts'
import { storeFirstFiles, storedFirstFiles } from '../files/first-files.ts'
import type { FirstQuestion } from '../use-first-question.ts'
import { paths } from '../../paths.ts'
import { currentLocation, navigate } from '../../router/location.ts'
import { useLocation } from '../../router/Router.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { useDropZone } from '../../ui/files/use-drop-zone.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import styles from './NewConversationField.module.css'

// Loaded with the first file.
const ChosenFiles = onDemand(async () => (await import('./ChosenFiles.tsx')).ChosenFiles)

interface NewConversationFieldProps {
  /** Key under which the tab saves the unsent text. */
  draftKey: string
  /** Id of the project of the new conversation. */
  project?: string
  placeholder: string
}

/**
 * Field that starts a conversation from a page that is not a chat. The text and the files become the first question, for the assistant mentioned with « @
 * » or for none. With an assistant and no text, the assistant introduces itself. Unsent text is restored on return.
 */
export function NewConversationField({ draftKey, project, placeholder }: NewConversationFieldProps) {
  const [text, setText] = useComposerText(draftKey, null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { called: mentioned, setCalled: setMentioned, take: mention, give: clearMention } = useMentionedAssistant(setRefusal)
  const { files, sendable, zone, isOver, add, remove } = useChosenFiles(draftKey, setRefusal)
  const [isSent, setSent] = useState(false)
  const area = useNewConversationFocus()
  const { pathname } = useLocation()
  async function send() {
    // Prevents a second send while the chat page opens.
    setSent(true)
    setRefusal(null)
    try {
      // The mentioned assistant may have been deleted meanwhile: the text then stays here.
      if (mentioned !== null) await call(routes.assistants.get, { params: { id: mentioned.id } })
    } catch (error) {
      setSent(false)
      if (isTemporary(error)) return setRefusal(sentenceOf(error, 'Veuillez réessayer.'))
      setMentioned(null)
      return setRefusal(`«\u00a0${mentioned!.name}\u00a0» n’est plus disponible. Votre texte est gardé\u00a0: appelez un autre assistant, ou envoyez-le sans.`)
    }
    // No navigation if the person has moved to another page meanwhile: the text stays here.
    if (currentLocation().pathname !== pathname) return setSent(false)
    await openChat({
      draftKey,
      question: text.trim() === '' && sendable.length > 0 ? filesOnlyQuestion(sendable.length) : text,
      files: sendable,
      mentioned,
      project,
    })
  }
  return (
    <div {...zone} className={styles.zone} data-over={isOver || undefined}>
      {files.length > 0 && <ChosenFiles files={files} onRemove={remove} />}
      <Composer
        ref={area}
        text={text}
        onChange={setText}
        onSend={() => void send()}
        onStop={() => undefined}
        onAssistant={mention}
        lead={<AttachButton onFiles={add} isDisabled={isSent} />}
        chips={mentioned === null ? <MentionButton onPress={() => typeMention(area.current)} /> : <MentionChip assistant={mentioned} onRemove={clearMention} />}
        assistantId={mentioned?.id}
        projectId={project}
        canBeBlank={mentioned !== null || sendable.length > 0}
        mode={isSent ? 'waiting' : 'ready'}
        label="Votre demande"
        placeholder={placeholder}
      />
      {refusal !== null && (
        <div className={styles.refusal}>
          <ErrorMessage>{refusal}</ErrorMessage>
        </div>
      )}
    </div>
  )
}

interface FirstQuestionInput {
  draftKey: string
  question: string
  files: readonly File[]
  mentioned: Assistant | null
  project: string | undefined
}

/** Opens the chat that will send the question. The text and the files stay in the field until then, as that page may fail to open. */
async function openChat({ draftKey, question, files, mentioned, project }: FirstQuestionInput): Promise<void> {
  storeFirstFiles(draftKey, question, files)
  const asked: FirstQuestion = { draftKey, question, files: files.length }
  const state = question.trim() === '' ? null : { asked }
  if (mentioned === null) return navigate(paths.chatbot({ project }), { state })
  await switchAssistant(mentioned, () => {
    navigate(paths.chatbotAssistant({ assistant: mentioned.id, project }), { state })
    return true
  })
}

/** The assistant mentioned with « @ »; null: none. Nothing is opened until the person sends. */
function useMentionedAssistant(setRefusal: (refusal: string | null) => void) {
  const [mentioned, setMentioned] = useState<Assistant | null>(null)
  const announce = useAnnounce()
  const mention = useCallback(
    (assistant: Assistant) => {
      setRefusal(null)
      setMentioned(assistant)
      announce(`${assistant.name} répondra`)
      // A use is counted only when the question is sent.
      return false
    },
    [announce, setRefusal],
  )
  const clearMention = () => {
    setMentioned(null)
    setRefusal(null)
  }
  return { called: mentioned, setCalled: setMentioned, take: mention, give: clearMention }
}

/** Files chosen in the field. `sendable`: those whose type and size are accepted. */
function useChosenFiles(draftKey: string, onProblem: (sentence: string) => void) {
  // Files are restored, like the text, when the chat page could not be opened.
  const [files, setFiles] = useState<readonly File[]>(() => storedFirstFiles({ draftKey }))
  const maxMb = useInstance()?.max_upload_mb ?? null
  const add = useCallback((added: readonly File[]) => setFiles((chosen) => addFiles(chosen, added)), [])
  const remove = useCallback((file: File) => setFiles((chosen) => chosen.filter((one) => one !== file)), [])
  return { files, sendable: sortFiles(files, maxMb).accepted, add, remove, ...useDropZone({ isEnabled: true, onFiles: add, onProblem }) }
}

/** Ref of the field, which takes the focus when « Nouvelle conversation » leads here. */
function useNewConversationFocus() {
  const area = useRef<HTMLTextAreaElement>(null)
  const { key, hash } = useLocation()
  useEffect(() => {
    if (hash === paths.newConversation.slice(1)) area.current?.focus()
  }, [key, hash])
  return area
}

/** Types « @ » in the field as a person would, which opens the list of assistants. */
function typeMention(field: HTMLTextAreaElement | null): void {
  if (field === null) return
  field.focus()
  const before = field.value.slice(0, field.selectionStart)
  document.execCommand('insertText', false, before === '' || /\s$/.test(before) ? '@' : ' @')
}

const MentionButton = ({ onPress }: { onPress: () => void }) => (
  <div className={styles.mention}>
    <Button size="s" variant="quiet" icon={<Bot aria-hidden />} onPress={onPress}>
      Choisir un assistant
    </Button>
  </div>
)

function MentionChip({ assistant, onRemove }: { assistant: Assistant; onRemove: () => void }) {
  return (
    <span className={styles.called}>
      <Icon name={assistant.icon} size={16} />
      <span className={styles.name}>{assistant.name}</span>
      <IconButton
        icon={X}
        size="s"
        label={`Ne pas appeler ${assistant.name}`}
        onPress={({ currentTarget }) => {
          // The button disappears, and the focus with it.
          currentTarget.closest('form')?.querySelector('textarea')?.focus()
          onRemove()
        }}
      />
    </span>
  )
}
