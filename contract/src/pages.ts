/**
 * Paths of the pages of the web application, by name, in the router's syntax (`:name` is one segment). For any other path the server sends the same HTML
 * with status 404.
 */
export const pages = {
  home: '/',
  help: '/docs',
  login: '/login',
  signInReturn: '/connexion/retour',
  signedOut: '/deconnexion',
  register: '/register',
  confirmRegistration: '/register/:token',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token',
  assistants: '/assistants',
  chatbotAssistant: '/chatbot-assistant',
  chatbot: '/chatbot',
  libraryChat: '/biblio-rag',
  documentChat: '/document-rag',
  chatbotOpenai: '/chatbotopenai',
  profile: '/profile',
  avatars: '/avatars',
  mySpace: '/my-space',
  personalPrompts: '/mes-prompts',
  ownAssistants: '/mes-assistants',
  ownAssistantVersions: '/mes-assistants/:assistantId/versions',
  assistantTests: '/controles/:assistantId',
  shares: '/partages',
  share: '/partages/:shareId',
  documents: '/bibliotheque',
  compare: '/comparer',
  documentCategories: '/bibliotheque/categories',
  corpora: '/bibliotheque/corpus',
  projects: '/projects',
  project: '/projects/:projectId',
  writtenDocuments: '/documents-rediges',
  writtenDocument: '/documents-rediges/:writtenDocumentId',
  prompts: '/prompts',
  users: '/users',
  teams: '/services',
  assistantsAdmin: '/assistants-admin',
  categories: '/categories',
  packs: '/packs',
  dashboard: '/tableau-de-bord',
  opinions: '/tableau-de-bord/avis',
  recentErrors: '/tableau-de-bord/erreurs',
  auditTrail: '/tableau-de-bord/journal',
  announcement: '/tableau-de-bord/message',
  assistantVersions: '/assistants-admin/:assistantId/versions',
  charter: '/gouvernance/charte',
  registerOfUses: '/gouvernance/registre',
  registerSheet: '/gouvernance/registre/:sheetId',
  literacyFigures: '/gouvernance/formation',
  literacy: '/formation',
  literacyModule: '/formation/:moduleId',
  letterheads: '/papier-a-en-tete',
  retention: '/conservation',
  accessibility: '/accessibilite',
  privacy: '/confidentialite',
  legal: '/mentions-legales',
  siteMap: '/plan-du-site',
} as const

// Compiled on call, not when the module loads: browsers load this module too, and only the server calls `isPagePath`.
const pathPattern = (pattern: string): RegExp => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i')

/** Whether a path, without its query string, is a page. Like the router, it ignores case and a final slash. */
export const isPagePath = (pathname: string): boolean => Object.values(pages).some((pattern) => pathPattern(pattern).test(pathname))

/** Address of a document in the Markdown of an answer. The chat opens the document; exports keep the link's text only. */
export const documentLink = (document_id: string): string => `document:${document_id}`

/** Reads the document id in an address made by `documentLink`; null for any other address. */
export const documentOfLink = (address: string): string | null => /^document:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(address)?.[1] ?? null
