import { type Prompt, routes } from '@parvis/contract'
import { Bot } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useState, type RefObject } from 'react'
import { useInstance } from '../../../api/use-instance.ts'
import { useMessageHandlers } from '../../../chat/answer/use-message-handlers.ts'
import { BesideLayout } from '../../../chat/beside/BesideLayout.tsx'
import { withDocumentBeside } from '../../../chat/beside/document-param.ts'
import { commonPort, streams } from '../../../chat/machine/port.ts'
import { startedConversation } from '../../../chat/conversation/use-recent-conversations.ts'
import { ChatLoading, ChatNotice, Disclosures } from '../../../chat/ChatNotices.tsx'
import styles from '../../../chat/ChatScreen.module.css'
import { DayLine } from '../../../chat/context/DayLine.tsx'
import { useDayNotes } from '../../../chat/context/use-day-notes.tsx'
import { useConversationSettings } from '../../../chat/context/use-conversation-settings.tsx'
import { useChatFiles } from '../../../chat/files/use-chat-files.tsx'
import { useSendingCheck } from '../../../chat/masking/use-sending-check.tsx'
import { MessageList, type SystemNote } from '../../../chat/MessageList.tsx'
import type { ChatState, ChatMessage } from '../../../chat/machine/state.ts'
import { type Chat, useChat } from '../../../chat/machine/effects.ts'
import { useFocusAfterReply } from '../../../chat/composer/Composer.tsx'
import { useComposerText } from '../../../chat/composer/use-composer-text.ts'
import { lostFilesSentence, useFirstFiles, useFirstQuestion, type FirstQuestion } from '../../../chat/use-first-question.ts'
import { replaceUrl } from '../../../router/late-navigation.ts'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { ChatbotHeader } from './ChatbotHeader.tsx'
import { promptChanged, type ChatbotOpening } from './chatbot-opening.ts'
import { createChatbotParams } from './chatbot-params.ts'
import { QuestionLine } from './QuestionLine.tsx'
import { simpleChatPort, type SimpleChatDeps } from './simple-port.ts'
import { call } from '../../../api/browser.ts'
import { readReply } from '../../../api/transport/stream.ts'

interface SimpleChatbotProps {
  prompts: readonly Prompt[]
  opening: ChatbotOpening
  /** Id of the conversation to resume; null for a new one. */
  conversationId: string | null
  /** Id of the project of a new conversation. */
  projectId: string | null
  /** First question; null: none. */
  firstQuestion: FirstQuestion | null
  /** Called with the id of the conversation once it is known. */
  onEntered: (conversation_id: string) => void
}

const loadFailed = 'Cette conversation n’a pas pu être retrouvée. Vous pouvez en commencer une nouvelle ici.'

/** One conversation of the simple chatbot (specification, chapters 2 and 4). */
export function SimpleChatbot({ prompts, opening, conversationId, projectId, firstQuestion, onEntered }: SimpleChatbotProps) {
  const instance = useInstance()
  const [params] = useState(() => paramsOf(opening, projectId, conversationId))
  const { chat, state, follow: updateUrl, models, toDisplayed } = useSimpleChat(params, opening, conversationId, onEntered)
  const { chosen, notes, choose } = useChosenPrompt({ prompts, opening, params, chat, updateUrl })
  const shownNotes = useDayNotes(state.conversation, notes)
  const input = useFieldFocus(state.reply !== null)
  const [text, setText] = useComposerText(`chatbot.${state.conversation?.id ?? conversationId ?? ''}`, state)
  const author = useMemo(() => ({ name: chosen.title, icon: <Bot size={20} aria-hidden /> }), [chosen.title])
  const { check, onSend, onStop, ...files } = useQuestionSending({ chat, state, opening, firstQuestion, text, setText, onFirst: updateUrl, input })
  const rephrase = (request: string) => {
    setText([text.trimEnd(), request].filter(Boolean).join('\n\n'))
    input.current?.focus()
  }
  const handlers = useMessageHandlers(chat, chosen.title, rephrase, check)

  return (
    <BesideLayout chat={chat} state={state}>
      <div className={styles.screen} data-over={files.isOver || undefined} {...files.zone}>
        <ChatbotHeader
          chosen={chosen}
          prompts={prompts}
          onChoose={choose}
          isLocked={opening.assistantId !== null}
          conversation={startedConversation(state)}
          models={models}
        />
        <DayLine chat={chat} conversation={state.conversation} />
        {state.phase === 'loading' ? (
          <ChatLoading>Chargement de la conversation...</ChatLoading>
        ) : (
          <MessageList
            messages={state.messages}
            reply={state.reply}
            author={author}
            handlers={handlers}
            head={<Disclosures isBuiltIn={instance?.model.built_in ?? false} />}
            emptyText="Démarrez une conversation avec le chatbot..."
            notes={shownNotes}
            filesUnder={files.under}
            toDisplayed={toDisplayed}
          />
        )}
        <div className={styles.dock} data-beside-field>
          <ChatNotice chat={chat} state={state} />
          {files.strip}
          {files.dialog}
          <QuestionLine
            ref={input}
            lead={files.button}
            canBeBlank={files.isSendable}
            conversation={state.conversation}
            assistantId={opening.assistantId ?? undefined}
            projectId={projectId ?? undefined}
            text={text}
            onChange={setText}
            isBusy={state.reply !== null || state.phase !== 'ready' || files.isAwaited}
            isStopping={state.reply?.isStopping ?? false}
            onSend={onSend}
            onStop={onStop}
          />
        </div>
      </div>
    </BesideLayout>
  )
}

interface ChosenPromptOptions extends Pick<SimpleChatbotProps, 'prompts' | 'opening'> {
  params: ReturnType<typeof createChatbotParams>
  chat: Chat
  updateUrl: () => void
}

/** Prompt of the chat, its change, and the notes that the screen shows about it. */
function useChosenPrompt({ prompts, opening, params, chat, updateUrl }: ChosenPromptOptions) {
  const announce = useAnnounce()
  const [chosen, setChosen] = useState({ id: opening.promptId, title: opening.title })
  const [notes, setNotes] = useState<readonly SystemNote[]>(opening.welcome === null ? [] : [{ after: 0, text: opening.welcome }])
  // Stable callbacks: while a reply is written, only its message must render again at each frame.
  const choose = useCallback(
    (id: string) => {
      const prompt = prompts.find((candidate) => candidate.id === id)
      if (!prompt || prompt.id === chosen.id) return
      params.change({ systemPrompt: prompt.content, prompt: prompt.id })
      setChosen({ id: prompt.id, title: prompt.name })
      setNotes((notes) => [...notes, { after: chat.state().messages.length, text: promptChanged(prompt.name) }])
      announce(promptChanged(prompt.name))
      updateUrl()
    },
    [prompts, chosen.id, params, chat, announce, updateUrl],
  )
  return { chosen, notes, choose }
}

const paramsOf = ({ systemPrompt, promptId: prompt, assistantId: assistant }: ChatbotOpening, project: string | null, conversation: string | null) =>
  createChatbotParams({ systemPrompt, prompt, assistant, project, conversation })

/** Field that has the focus at first, and again after each reply. */
function useFieldFocus(isWriting: boolean): RefObject<HTMLTextAreaElement | null> {
  const input = useFocusAfterReply(isWriting)
  useEffect(() => {
    // After a navigation the title keeps the focus, so that it is read (trust case A11-07).
    if (document.activeElement === document.body) input.current?.focus({ preventScroll: true })
  }, [input])
  return input
}

interface QuestionOptions {
  chat: Chat
  state: ChatState
  opening: ChatbotOpening
  firstQuestion: FirstQuestion | null
  text: string
  setText: (text: string) => void
  /** Called before the first question is sent: clears the history state, so that a reload does not send it again. */
  onFirst: () => void
  input: RefObject<HTMLTextAreaElement | null>
}

/** Sends the text of the field with its files, and at the start the first question. */
function useQuestionSending({ chat, state, opening, firstQuestion, text, setText, onFirst, input }: QuestionOptions) {
  const { check, ask, isChecking, dialog } = useSendingCheck(chat, opening.assistantId, setText)
  const firstFiles = useFirstFiles(firstQuestion)
  const { onSend: sendWithFiles, ...files } = useChatFiles(chat, state, { acceptsFiles: true, send: ask, first: firstFiles.files })
  const onSend = useCallback(() => sendWithFiles(text), [sendWithFiles, text])
  useFirstQuestion(firstQuestion, state.phase === 'ready', (question) => {
    onFirst()
    input.current?.focus({ preventScroll: true })
    // The question stays in the field until it is sent: its files are read first.
    setText(question)
    if (firstFiles.isLost) chat.notify(lostFilesSentence)
    else sendWithFiles(question)
  })
  const isWriting = state.reply !== null
  const onStop = useMemo(() => (isWriting ? () => void chat.stop() : undefined), [chat, isWriting])
  return { check, onSend, onStop, dialog, ...files, isAwaited: files.isAwaited || isChecking }
}

/** Creates the chat of this screen and keeps the URL up to date with it. */
function useSimpleChat(
  params: ReturnType<typeof createChatbotParams>,
  opening: ChatbotOpening,
  conversationId: string | null,
  onEntered: SimpleChatbotProps['onEntered'],
) {
  const announce = useAnnounce()
  // Writes the conversation and the prompt to the URL, so that a reload finds them.
  const updateUrl = useCallback(() => replaceUrl(withDocumentBeside(params.url())), [params])
  const [port] = useState(() => ({
    ...commonPort,
    ...simpleChatPort(browserDeps, {
      conversation_id: conversationId,
      assistant_id: opening.assistantId,
      project_id: params.current().project,
      currentPrompt: params.current,
    }),
  }))
  const { chat, state } = useChat({ port, hasOpening: false, failedGreeting: loadFailed, announce })
  useEffect(() => port.setMessagesReader(() => chat.state().messages.filter(({ status }) => status !== 'erreur')), [port, chat])
  const currentId = state.conversation?.id ?? null
  const handleEntered = useEffectEvent((conversation: string) => {
    onEntered(conversation)
    if (params.current().conversation === conversation) return
    params.change({ conversation })
    updateUrl()
  })
  useEffect(() => {
    if (currentId) handleEntered(currentId)
  }, [currentId])
  const [toDisplayed] = useState(createRefusalWording)
  return { chat, state, follow: updateUrl, models: useConversationSettings(chat, state, false), toDisplayed }
}

/** Server operations of the simple chatbot, for a browser. */
const browserDeps: SimpleChatDeps = {
  load: (id, signal) => call(routes.conversations.get, { params: { id }, signal }),
  create: (context) => call(routes.conversations.findOrCreate, { body: context }),
  read: (body, options) => readReply(streams, routes.chat.stream, { body }, options),
}

/**
 * Creates the function that words a refused stream as chapter 8 requires (« Erreur HTTP: 500 »). Returns the same object for the same message, so that
 * unchanged messages do not render again.
 */
function createRefusalWording(): (message: ChatMessage) => ChatMessage {
  const cache = new WeakMap<ChatMessage, ChatMessage>()
  return (message) => {
    if (!message.error?.startsWith('HTTP: ')) return message
    const worded = cache.get(message) ?? { ...message, error: `Erreur ${message.error}` }
    cache.set(message, worded)
    return worded
  }
}
