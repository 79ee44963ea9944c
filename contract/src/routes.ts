/**
 * Every API call, by feature, under its French title and in the order of `docs/api.md`. Exported as a namespace, `routes`, rather than as an object, so
 * that bundlers include in a page only the calls that it makes.
 */

/** Authentification */
export { auth } from './features/auth.ts'
/** Connexion chez un fournisseur d’identité */
export { oidc } from './features/sign-in/sign-in-methods.ts'
/** Fournisseurs d’identité d’un compte */
export { identities } from './features/sign-in/identities.ts'
/** Double authentification */
export { secondFactor } from './features/sign-in/sign-in-methods.ts'
/** Clés d’accès */
export { passkeys } from './features/sign-in/passkeys.ts'
/** Clés pour d’autres logiciels */
export { apiKeys } from './features/sign-in/api-keys.ts'
/** Comptes */
export { users } from './features/users.ts'
/** Services */
export { teams } from './features/organisation/teams.ts'
/** Trouver des personnes */
export { people } from './features/organisation/people.ts'
/** Droits sur ce que l’on partage */
export { grants } from './features/organisation/grants.ts'
/** Profil */
export { profile } from './features/profile.ts'
/** Assistants */
export { assistants } from './features/assistants.ts'
/** Assistants favoris */
export { assistantFavorites } from './features/assistants.ts'
/** Versions des assistants */
export { assistantVersions } from './features/assistants.ts'
/** Ses propres assistants */
export { ownAssistants } from './features/organisation/own-assistants.ts'
/** Fichiers de ses assistants */
export { ownAssistantFiles } from './features/organisation/own-assistants.ts'
/** Versions de ses assistants */
export { ownAssistantVersions } from './features/organisation/own-assistants.ts'
/** Assistants proposés */
export { assistantReviews } from './features/organisation/assistant-reviews.ts'
/** Cas de contrôle d’un assistant */
export { assistantTestCases } from './features/assistant-tests/cases.ts'
/** Contrôles d’un assistant */
export { assistantTestRuns } from './features/assistant-tests/runs.ts'
/** Prompts */
export { prompts } from './features/prompts.ts'
/** Prompts personnels */
export { personalPrompts } from './features/prompts.ts'
/** Prompts à insérer */
export { promptChoices } from './features/prompts.ts'
/** Projets */
export { projects } from './features/projects.ts'
/** Projets confiés à d’autres */
export { projectHandOver } from './features/organisation/project-hand-over.ts'
/** Documents rédigés */
export { writtenDocuments } from './features/written-documents/written-documents.ts'
/** Versions d’un document rédigé */
export { writtenVersions } from './features/written-documents/written-documents.ts'
/** Fichiers d’un document rédigé */
export { writtenFiles } from './features/written-documents/written-documents.ts'
/** Modifications proposées à un document rédigé */
export { proposals } from './features/written-documents/written-documents.ts'
/** Conversations */
export { conversations } from './features/conversations.ts'
/** Partages */
export { shares } from './features/organisation/shares.ts'
/** Ce qui attend une personne */
export { news } from './features/news.ts'
/** Réponses */
export { chat } from './features/chat.ts'
/** Masquage des données personnelles */
export { masking } from './features/masking/masking.ts'
/** Modèles */
export { models } from './features/models.ts'
/** Dictée */
export { transcriptions } from './features/models.ts'
/** Ce qui change */
export { changes } from './features/news.ts'
/** Avis sur les réponses */
export { feedback } from './features/feedback.ts'
/** Bibliothèque */
export { library } from './features/library.ts'
/** Base documentaire */
export { documents } from './features/documents.ts'
/** Comparaison de documents */
export { comparisons } from './features/documents/comparison.ts'
/** Catégories d’assistants */
export { assistantCategories } from './features/categories.ts'
/** Catégories de documents */
export { documentCategories } from './features/categories.ts'
/** Packs */
export { packs } from './features/packs.ts'
/** Corpus de textes */
export { corpora } from './features/law/corpora.ts'
/** Références au droit */
export { references } from './features/law/references.ts'
/** Papiers à en-tête */
export { letterheads } from './features/letterheads.ts'
/** Installation */
export { instance } from './features/instance.ts'
/** Consommation et limites */
export { quotas } from './features/dashboard.ts'
/** Tableau de bord */
export { dashboards } from './features/dashboard.ts'
/** Empreinte */
export { footprints } from './features/dashboard.ts'
/** Erreurs récentes */
export { recentErrors } from './features/recent-errors.ts'
/** Message à tous */
export { announcements } from './features/announcements.ts'
/** Charte d’usage */
export { charter } from './features/governance/charter.ts'
/** Versions de la charte */
export { charterVersions } from './features/governance/charter.ts'
/** Relectures */
export { textReviews } from './features/governance/text-reviews.ts'
/** Formation */
export { literacy } from './features/governance/literacy.ts'
/** Formation, par service */
export { literacyFigures } from './features/governance/literacy.ts'
/** Registre des usages */
export { register } from './features/governance/register.ts'
/** Droits sur ses données */
export { rights } from './features/rights.ts'
/** Conservation */
export { retention } from './features/retention.ts'
/** Journal d’audit */
export { audit } from './features/audit.ts'
