import { pages } from '@parvis/contract'
import type { Identity, World } from './world.ts'

/** One screen of the product. `path` is its name in the list of addresses of the contract. */
export type Screen = { path: string; who: Identity; address(world: World): string; name?: string }

const at = (path: string, who: Identity, address: string): Screen => ({ path, who, address: () => address })

/** Addresses that only redirect. */
const redirections: readonly string[] = ['chatbotOpenai', 'signedOut']

/** Screens that are not for an administrator, differ between accounts, or need a parameter in their address. */
const told: readonly Screen[] = [
  at('login', 'nobody', '/login'),
  at('signInReturn', 'nobody', '/connexion/retour?error=access_denied'),
  at('register', 'nobody', '/register'),
  at('forgotPassword', 'nobody', '/forgot-password'),
  at('confirmRegistration', 'nobody', '/register/un-jeton-de-passage'),
  at('resetPassword', 'nobody', '/reset-password/un-jeton-de-passage'),
  { ...at('home', 'nobody', '/'), name: 'home-signed-out' },
  at('home', 'person', '/'),
  { ...at('home', 'admin', '/'), name: 'home-admin' },
  at('help', 'nobody', '/docs'),
  at('accessibility', 'nobody', '/accessibilite'),
  at('privacy', 'nobody', '/confidentialite'),
  at('legal', 'nobody', '/mentions-legales'),
  at('siteMap', 'nobody', '/plan-du-site'),
  { ...at('siteMap', 'admin', '/plan-du-site'), name: 'site-map-admin' },
  at('assistants', 'person', '/assistants'),
  {
    path: 'chatbotAssistant',
    who: 'person',
    address: ({ assistant_id, conversation_id, project_id }) =>
      `/chatbot-assistant?assistant=${assistant_id}&project=${project_id}&conversation=${conversation_id}`,
  },
  at('chatbot', 'person', '/chatbot'),
  at('libraryChat', 'person', '/biblio-rag'),
  at('documentChat', 'person', '/document-rag'),
  { path: 'documentSearch', who: 'person', address: ({ search_id }) => `/document-rag?conversation=${search_id}` },
  at('avatars', 'person', '/avatars'),
  at('mySpace', 'person', '/my-space'),
  at('personalPrompts', 'person', '/mes-prompts'),
  at('ownAssistants', 'person', '/mes-assistants'),
  { path: 'ownAssistantVersions', who: 'person', address: ({ own_assistant_id }) => `/mes-assistants/${own_assistant_id}/versions` },
  at('shares', 'person', '/partages'),
  { path: 'share', who: 'person', address: ({ share_id }) => `/partages/${share_id}` },
  at('documents', 'person', '/bibliotheque'),
  { ...at('documents', 'admin', '/bibliotheque'), name: 'documents-admin' },
  at('projects', 'person', '/projects'),
  { path: 'project', who: 'person', address: ({ project_id }) => `/projects/${project_id}` },
  at('profile', 'person', '/profile'),
  { path: 'assistantVersions', who: 'admin', address: ({ assistant_id }) => `/assistants-admin/${assistant_id}/versions` },
  { path: '*', who: 'person', address: () => '/cette-page/n-existe-pas', name: 'not-found' },
]

/** All screens that a person can reach. An address of the application that is not in the list above is checked as an administrator. */
export const screens: readonly Screen[] = [
  ...told,
  ...Object.entries(pages)
    .filter(([path]) => !redirections.includes(path) && !told.some((screen) => screen.path === path))
    .map(([path, address]) => at(path, 'admin', address)),
]
