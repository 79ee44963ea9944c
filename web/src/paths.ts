/** Query of an address; empty values are left out. */
function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** What opens the assistant chat; ids. `conversation` resumes one. */
interface ChatbotAssistantQuery {
  assistant: string
  project?: string | null
  library?: string | null
  conversation?: string | null
}

/** What opens the simple chatbot: `prompt` is "1" for the standard prompt, or the id of a prompt. */
interface ChatbotQuery {
  prompt?: string | null
  assistant?: string | null
  /** A conversation to resume. */
  conversation?: string | null
}

/** What decides where a conversation goes on. */
interface ResumedConversation {
  id: string
  /** Of the simple chatbot. */
  prompt_id?: string | null
  assistant_id: string | null
  project_id?: string | null
  library?: string | null
  /** Loaded documents that it asks. */
  documents?: readonly unknown[]
}

/** What an address names a message of a conversation by. */
export const messageAnchor = (message_id: string): string => `message-${message_id}`

/** With what an assistant that is not there sends to the catalogue, which says so. */
export const assistantGone = { isAssistantGone: true }

/** Opens the profile where the password is changed. */
export const passwordAnchor = '#securite'

/** Every address of the product (specification, chapter 2). Names with a parameter are functions; `patterns` is for the router. */
export const paths = {
  home: '/',
  help: '/docs',
  login: '/login',
  register: '/register',
  confirmRegistration: (token: string) => `/register/${encodeURIComponent(token)}`,
  forgotPassword: '/forgot-password',
  resetPassword: (token: string) => `/reset-password/${encodeURIComponent(token)}`,
  assistants: '/assistants',
  chatbotAssistant: (query: ChatbotAssistantQuery) => withQuery('/chatbot-assistant', { ...query }),
  chatbot: (query: ChatbotQuery = {}) => withQuery('/chatbot', { ...query }),
  /** Where a conversation goes on, at its end or at a message: its assistant's chat, the library's, the document search, or the simple chatbot. */
  resume: ({ id, assistant_id, project_id, library, documents = [], prompt_id }: ResumedConversation, message_id?: string) => {
    const at = message_id === undefined ? '' : `#${messageAnchor(message_id)}`
    if (assistant_id !== null) return withQuery('/chatbot-assistant', { assistant: assistant_id, project: project_id, library, conversation: id }) + at
    if (documents.length > 0) return paths.documentSearch(id) + at
    return (library ? withQuery('/biblio-rag', { conversation: id }) : withQuery('/chatbot', { prompt: prompt_id, conversation: id })) + at
  },
  /** The catalogue, with a project chosen. */
  catalogueWith: ({ id }: { id: string }) => withQuery('/assistants', { project: id }),
  libraryChat: '/biblio-rag',
  documentChat: '/document-rag',
  /** A conversation of the document search. */
  documentSearch: (conversation: string) => withQuery('/document-rag', { conversation }),
  chatbotOpenai: '/chatbotopenai',
  profile: '/profile',
  avatars: '/avatars',
  mySpace: '/my-space',
  documents: '/bibliotheque',
  projects: '/projects',
  project: (id: string) => `/projects/${encodeURIComponent(id)}`,
  prompts: '/prompts',
  users: '/users',
  assistantsAdmin: '/assistants-admin',
  categories: '/categories',
  packs: '/packs',
  dashboard: '/tableau-de-bord',
  opinions: '/tableau-de-bord/avis',
  recentErrors: '/tableau-de-bord/erreurs',
  auditTrail: '/tableau-de-bord/journal',
  announcement: '/tableau-de-bord/message',
  assistantVersions: (id: string) => `/assistants-admin/${encodeURIComponent(id)}/versions`,
  letterheads: '/papier-a-en-tete',
  retention: '/conservation',
  accessibility: '/accessibilite',
  privacy: '/confidentialite',
  legal: '/mentions-legales',
  siteMap: '/plan-du-site',
} as const

/** The same addresses as the router reads them, where they take a parameter or a query. */
export const patterns = {
  confirmRegistration: '/register/:token',
  resetPassword: '/reset-password/:token',
  project: '/projects/:projectId',
  assistantVersions: '/assistants-admin/:assistantId/versions',
  chatbotAssistant: '/chatbot-assistant',
  chatbot: '/chatbot',
} as const

const chatPaths: readonly string[] = [patterns.chatbotAssistant, patterns.chatbot, paths.libraryChat, paths.documentChat, paths.chatbotOpenai]

/** Screens that fill the window and scroll inside: no page footer under them. */
export const isChatPath = (pathname: string): boolean => chatPaths.includes(pathname.replace(/\/$/, ''))
