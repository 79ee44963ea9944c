import { pages } from '@parvis/contract'

/** Query of an address; empty values are left out. */
function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** What opens the assistant chat; ids. `conversation` resumes one. */
interface ChatbotAssistantQuery {
  assistant: string
  project?: string | null | undefined
  library?: string | null
  conversation?: string | null
}

/** What opens the simple chatbot: `prompt` is "1" for the standard prompt, or the id of a prompt. */
interface ChatbotQuery {
  prompt?: string | null
  assistant?: string | null
  /** Id of the project that a new conversation is tied to. */
  project?: string | null | undefined
  /** A conversation to resume. */
  conversation?: string | null
}

/** What decides where a conversation goes on. */
export interface ResumedConversation {
  id: string
  /** Of the simple chatbot. */
  prompt_id?: string | null
  assistant_id: string | null
  project_id?: string | null
  library?: string | null
  /** It asks loaded documents alone. */
  document_search?: boolean
}

/** What an address names a message of a conversation by. */
export const messageAnchor = (message_id: string): string => `message-${message_id}`

/** With what an assistant that is not there sends to the catalogue, which says so. */
export const assistantGone = { isAssistantGone: true }

/** Opens the profile where the password is changed. */
export const passwordAnchor = '#securite'

/** Every address of the product (specification, chapter 2): a function where it takes a parameter or a query. */
export const paths = {
  ...pages,
  /** Home, with the focus in its field. */
  newConversation: `${pages.home}#demande`,
  confirmRegistration: (token: string) => `/register/${encodeURIComponent(token)}`,
  resetPassword: (token: string) => `/reset-password/${encodeURIComponent(token)}`,
  chatbotAssistant: (query: ChatbotAssistantQuery) => withQuery(pages.chatbotAssistant, { ...query }),
  chatbot: (query: ChatbotQuery = {}) => withQuery(pages.chatbot, { ...query }),
  /** Where a conversation goes on, at its end or at a message: its assistant's chat, the library's, the document search, or the simple chatbot. */
  resume: ({ id, assistant_id, project_id, library, document_search = false, prompt_id }: ResumedConversation, message_id?: string) => {
    const at = message_id === undefined ? '' : `#${messageAnchor(message_id)}`
    if (assistant_id !== null) return withQuery(pages.chatbotAssistant, { assistant: assistant_id, project: project_id, library, conversation: id }) + at
    if (document_search) return paths.documentSearch(id) + at
    return (library ? withQuery(pages.libraryChat, { conversation: id }) : withQuery(pages.chatbot, { prompt: prompt_id, conversation: id })) + at
  },
  /** Where another conversation like this one begins: the same assistant, project, library or prompt. */
  anew: ({ assistant_id, project_id, library, document_search = false, prompt_id }: Omit<ResumedConversation, 'id'>) => {
    if (assistant_id !== null) return withQuery(pages.chatbotAssistant, { assistant: assistant_id, project: project_id, library })
    if (document_search) return pages.documentChat
    return library ? withQuery(pages.libraryChat, { category: library }) : withQuery(pages.chatbot, { prompt: prompt_id, project: project_id })
  },
  /** The catalogue, with a project chosen. */
  catalogueWith: ({ id }: { id: string }) => withQuery(pages.assistants, { project: id }),
  /** A conversation of the document search. */
  documentSearch: (conversation: string) => withQuery(pages.documentChat, { conversation }),
  /** A document of the shared library, read over its list. */
  readDocument: (document: string) => withQuery(pages.documents, { document }),
  share: (id: string) => `/partages/${encodeURIComponent(id)}`,
  project: (id: string) => `/projects/${encodeURIComponent(id)}`,
  assistantVersions: (id: string) => `/assistants-admin/${encodeURIComponent(id)}/versions`,
  ownAssistantVersions: (id: string) => `/mes-assistants/${encodeURIComponent(id)}/versions`,
} as const

const chatPaths: readonly string[] = [pages.chatbotAssistant, pages.chatbot, pages.libraryChat, pages.documentChat, pages.chatbotOpenai]

/** Screens that fill the window and scroll inside: no page footer under them. */
export const isChatPath = (pathname: string): boolean => chatPaths.includes(pathname.replace(/\/$/, '')) || pathname.startsWith(paths.share(''))
