/**
 * Addresses that the web application answers, as its router writes them (`:name` is one segment). The server answers any other
 * one with the same page and the status 404; a test of the web application compares this list with its own.
 */
export const pagePatterns: readonly string[] = [
  '/',
  '/accessibilite',
  '/assistants',
  '/assistants-admin',
  '/assistants-admin/:assistantId/versions',
  '/avatars',
  '/biblio-rag',
  '/bibliotheque',
  '/categories',
  '/chatbot',
  '/chatbot-assistant',
  '/chatbotopenai',
  '/confidentialite',
  '/conservation',
  '/docs',
  '/document-rag',
  '/forgot-password',
  '/login',
  '/mentions-legales',
  '/my-space',
  '/packs',
  '/papier-a-en-tete',
  '/plan-du-site',
  '/profile',
  '/projects',
  '/projects/:projectId',
  '/prompts',
  '/register',
  '/register/:token',
  '/reset-password/:token',
  '/tableau-de-bord',
  '/tableau-de-bord/avis',
  '/tableau-de-bord/erreurs',
  '/tableau-de-bord/journal',
  '/tableau-de-bord/message',
  '/users',
]

// Compiled when asked: at the top of the module it would weigh on the page, which has no use for it.
const expression = (pattern: string): RegExp => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i')

/** Whether a path (without its query) is a page; like the router, whatever its case and its last slash. */
export const isPagePath = (pathname: string): boolean => pagePatterns.some((pattern) => expression(pattern).test(pathname))
