import { routes, type Assistant } from '@parvis/contract'
import { Bot, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { isPassing, sentenceOf } from '../../api/transport/api-error.ts'
import { Composer } from '../composer/Composer.tsx'
import { useComposerText } from '../composer/use-composer-text.ts'
import { callAssistant } from '../context/call-assistant.ts'
import { AttachButton } from '../files/AttachButton.tsx'
import { addFiles, sortFiles } from '../files/file-rules.ts'
import { aloneQuestion } from '../files/files-state.ts'
import { handFiles, handedFiles } from '../files/handed-files.ts'
import type { FirstQuestion } from '../use-first-question.ts'
import { paths } from '../../paths.ts'
import { currentPlace, navigate } from '../../router/address.ts'
import { useLocation } from '../../router/Router.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { useDropZone } from '../../ui/files/use-drop-zone.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import styles from './BeginField.module.css'

// Loaded with the first file.
const ChosenFiles = onDemand(async () => (await import('./ChosenFiles.tsx')).ChosenFiles)

interface BeginFieldProps {
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
export function BeginField({ draftKey, project, placeholder }: BeginFieldProps) {
  const [text, setText] = useComposerText(draftKey, null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { called, setCalled, take, give } = useCalled(setRefusal)
  const { files, sendable, zone, isOver, add, remove } = useChosenFiles(draftKey, setRefusal)
  const [isSent, setSent] = useState(false)
  const area = useEntry()
  const { pathname } = useLocation()
  async function send() {
    // Prevents a second send while the chat page opens.
    setSent(true)
    setRefusal(null)
    try {
      // The mentioned assistant may have been deleted meanwhile: the text then stays here.
      if (called !== null) await call(routes.assistants.get, { params: { id: called.id } })
    } catch (error) {
      setSent(false)
      if (isPassing(error)) return setRefusal(sentenceOf(error, 'Veuillez réessayer.'))
      setCalled(null)
      return setRefusal(`«\u00a0${called!.name}\u00a0» n’est plus disponible. Votre texte est gardé\u00a0: appelez un autre assistant, ou envoyez-le sans.`)
    }
    // No navigation if the person has moved to another page meanwhile: the text stays here.
    if (currentPlace().pathname !== pathname) return setSent(false)
    await begin({ draftKey, question: text.trim() === '' && sendable.length > 0 ? aloneQuestion(sendable.length) : text, files: sendable, called, project })
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
        onAssistant={take}
        lead={<AttachButton onFiles={add} isDisabled={isSent} />}
        chips={called === null ? <CallButton onPress={() => callInField(area.current)} /> : <Called assistant={called} onRemove={give} />}
        canBeBlank={called !== null || sendable.length > 0}
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

interface Beginning {
  draftKey: string
  question: string
  files: readonly File[]
  called: Assistant | null
  project: string | undefined
}

/** Opens the chat that will send the question. The text and the files stay in the field until then, as that page may fail to open. */
async function begin({ draftKey, question, files, called, project }: Beginning): Promise<void> {
  handFiles(draftKey, question, files)
  const asked: FirstQuestion = { draftKey, question, files: files.length }
  const state = question.trim() === '' ? null : { asked }
  if (called === null) return navigate(paths.chatbot({ project }), { state })
  await callAssistant(called, () => {
    navigate(paths.chatbotAssistant({ assistant: called.id, project }), { state })
    return true
  })
}

/** The assistant mentioned with « @ »; null: none. Nothing is opened until the person sends. */
function useCalled(setRefusal: (refusal: string | null) => void) {
  const [called, setCalled] = useState<Assistant | null>(null)
  const announce = useAnnounce()
  const take = useCallback(
    (assistant: Assistant) => {
      setRefusal(null)
      setCalled(assistant)
      announce(`${assistant.name} répondra`)
      // A use is counted only when the question is sent.
      return false
    },
    [announce, setRefusal],
  )
  const give = () => {
    setCalled(null)
    setRefusal(null)
  }
  return { called, setCalled, take, give }
}

/** Files chosen in the field. `sendable`: those whose type and size are accepted. */
function useChosenFiles(draftKey: string, onProblem: (sentence: string) => void) {
  // Files are restored, like the text, when the chat page could not be opened.
  const [files, setFiles] = useState<readonly File[]>(() => handedFiles({ draftKey }))
  const maxMb = useInstance()?.max_upload_mb ?? null
  const add = useCallback((added: readonly File[]) => setFiles((chosen) => addFiles(chosen, added)), [])
  const remove = useCallback((file: File) => setFiles((chosen) => chosen.filter((one) => one !== file)), [])
  return { files, sendable: sortFiles(files, maxMb).accepted, add, remove, ...useDropZone({ isEnabled: true, onFiles: add, onProblem }) }
}

/** Ref of the field, which takes the focus when « Nouvelle conversation » leads here. */
function useEntry() {
  const area = useRef<HTMLTextAreaElement>(null)
  const { key, hash } = useLocation()
  useEffect(() => {
    if (hash === paths.newConversation.slice(1)) area.current?.focus()
  }, [key, hash])
  return area
}

/** Types « @ » in the field as a person would, which opens the list of assistants. */
function callInField(field: HTMLTextAreaElement | null): void {
  if (field === null) return
  field.focus()
  const before = field.value.slice(0, field.selectionStart)
  document.execCommand('insertText', false, before === '' || /\s$/.test(before) ? '@' : ' @')
}

const CallButton = ({ onPress }: { onPress: () => void }) => (
  <Button size="s" variant="quiet" icon={<Bot aria-hidden />} onPress={onPress}>
    Choisir un assistant
  </Button>
)

function Called({ assistant, onRemove }: { assistant: Assistant; onRemove: () => void }) {
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
