import { pages } from '@parvis/contract'

/** Adds a query to a path. Empty values are left out. */
function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** Query of the assistant chat, as ids. `conversation` resumes one. */
interface ChatbotAssistantQuery {
  assistant: string
  project?: string | null | undefined
  library?: string | null
  conversation?: string | null
}

/** Query of the simple chatbot. `prompt`: "1" for the standard prompt, or the id of a prompt. */
interface ChatbotQuery {
  prompt?: string | null
  assistant?: string | null
  /** Id of the project of a new conversation. */
  project?: string | null | undefined
  /** Id of a conversation to resume. */
  conversation?: string | null
}

/** Fields that decide which page resumes a conversation. */
export interface ResumedConversation {
  id: string
  /** Prompt of the simple chatbot. */
  prompt_id?: string | null
  assistant_id: string | null
  project_id?: string | null
  library?: string | null
  /** Whether it searches uploaded documents only. */
  document_search?: boolean
}

/** HTML id of a message, which a URL can target. */
export const messageAnchor = (message_id: string): string => `message-${message_id}`

/** History state that makes the catalogue say that the assistant no longer exists. */
export const missingAssistantState = { isAssistantGone: true }

/** URL fragment of the password section of the profile. */
export const passwordAnchor = '#securite'
/** URL fragment of the API keys of the profile. */
export const keysAnchor = '#cles'

/** All URLs of the application (specification, chapter 2). Those with a parameter or a query are functions. */
export const paths = {
  ...pages,
  /** Home, with the focus in its field. */
  newConversation: `${pages.home}#demande`,
  confirmRegistration: (token: string) => `/register/${encodeURIComponent(token)}`,
  resetPassword: (token: string) => `/reset-password/${encodeURIComponent(token)}`,
  registerSheet: (id: string) => `${pages.registerOfUses}/${encodeURIComponent(id)}`,
  chatbotAssistant: (query: ChatbotAssistantQuery) => withQuery(pages.chatbotAssistant, { ...query }),
  chatbot: (query: ChatbotQuery = {}) => withQuery(pages.chatbot, { ...query }),
  /** URL that resumes a conversation, at its end or at a message: in the assistant's chat, the library's, the document search, or the simple chatbot. */
  resume: ({ id, assistant_id, project_id, library, document_search = false, prompt_id }: ResumedConversation, message_id?: string) => {
    const at = message_id === undefined ? '' : `#${messageAnchor(message_id)}`
    if (assistant_id !== null) return withQuery(pages.chatbotAssistant, { assistant: assistant_id, project: project_id, library, conversation: id }) + at
    if (document_search) return paths.documentSearch(id) + at
    return (library ? withQuery(pages.libraryChat, { conversation: id }) : withQuery(pages.chatbot, { prompt: prompt_id, conversation: id })) + at
  },
  /** URL that starts a conversation with the same assistant, project, library or prompt as another. */
  newLike: ({ assistant_id, project_id, library, document_search = false, prompt_id }: Omit<ResumedConversation, 'id'>) => {
    if (assistant_id !== null) return withQuery(pages.chatbotAssistant, { assistant: assistant_id, project: project_id, library })
    if (document_search) return pages.documentChat
    return library ? withQuery(pages.libraryChat, { category: library }) : withQuery(pages.chatbot, { prompt: prompt_id, project: project_id })
  },
  /** Catalogue of assistants, with a project selected. */
  catalogueWith: ({ id }: { id: string }) => withQuery(pages.assistants, { project: id }),
  /** A conversation of the document search. */
  documentSearch: (conversation: string) => withQuery(pages.documentChat, { conversation }),
  /** A document of the shared library, opened over its list. */
  readDocument: (document: string) => withQuery(pages.documents, { document }),
  /** Comparison of two documents; each may be left to choose. */
  compareDocuments: (query: { avant?: string; apres?: string }) => withQuery(pages.compare, { ...query }),
  share: (id: string) => `/partages/${encodeURIComponent(id)}`,
  writtenDocument: (id: string) => `/documents-rediges/${encodeURIComponent(id)}`,
  project: (id: string) => `/projects/${encodeURIComponent(id)}`,
  assistantVersions: (id: string) => `/assistants-admin/${encodeURIComponent(id)}/versions`,
  /** Test cases of an assistant. @param message answer that a new case is made from */
  assistantTests: (id: string, message?: string) => withQuery(`/controles/${encodeURIComponent(id)}`, { reponse: message }),
  literacyModule: (id: string) => `/formation/${id}`,
  ownAssistantVersions: (id: string) => `/mes-assistants/${encodeURIComponent(id)}/versions`,
} as const

const chatPaths: readonly string[] = [pages.chatbotAssistant, pages.chatbot, pages.libraryChat, pages.documentChat, pages.chatbotOpenai]

/** Whether the page fills the window and scrolls inside, without a page footer. */
export const isChatPath = (pathname: string): boolean => chatPaths.includes(pathname.replace(/\/$/, '')) || pathname.startsWith(paths.share(''))
