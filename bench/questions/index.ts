import { realisticDevRules } from './realistic-dev-rules.ts'
import { realisticDevStaff } from './realistic-dev-staff.ts'
import { realisticDevTown } from './realistic-dev-town.ts'
import { realisticHeldOutRules } from './realistic-held-out-rules.ts'
import { realisticHeldOutStaff } from './realistic-held-out-staff.ts'
import { realisticHeldOutTown } from './realistic-held-out-town.ts'
import type { RealisticQuestion } from './question-types.ts'

export type { FirstQuote, RealisticQuestion, TwoTurnKind, TwoTurnQuestion, UnansweredQuestion } from './question-types.ts'
export { firstQuotesDev, firstQuotesHeldOut } from './first-quotes.ts'
export { twoTurnDev } from './two-turn-dev.ts'
export { twoTurnHeldOut } from './two-turn-held-out.ts'
export { unansweredDev, unansweredHeldOut } from './unanswered.ts'

/** Messages about the demonstration documents, with the documents that answer them. Development set. */
export const realisticDev: RealisticQuestion[] = [...realisticDevStaff, ...realisticDevTown, ...realisticDevRules]

/** Held-out set: measured once, at the end of the work. */
export const realisticHeldOut: RealisticQuestion[] = [...realisticHeldOutStaff, ...realisticHeldOutTown, ...realisticHeldOutRules]

/** Texts in which people wrap a question: who asks, what happened, what to write. `{q}` is the question; `{i}` is the same after « : ». */
const wrappings: readonly string[] = [
  'Bonjour, Mme Prigent, secrétaire de mairie à Lanvollon, me demande : {i} Merci beaucoup.',
  'Rédige un courrier à M. Kervella pour répondre à sa question : {i}',
  'Bonjour à tous, j’ai eu un appel ce matin au standard et je ne savais pas quoi dire. {q} Bonne journée, Sandrine',
  'Urgent svp, le maire veut une réponse avant le conseil de jeudi. {q}',
  '{q} Réponds en trois lignes, pour le bulletin municipal.',
  'Je suis DGS d’une commune de 1 800 habitants dans le Morbihan. {q} Cite tes sources.',
  'Une administrée, Mme Le Bihan, est au guichet avec ses deux enfants et s’impatiente. {q}',
  'Peux-tu me dire, si possible avec les textes : {i} C’est pour le président de la communauté de communes.',
  'salut, petite question rapide avant de partir en réunion, {q} merci d’avance !!',
  'Prépare une note d’une page à l’attention du bureau communautaire sur le sujet suivant : {i}',
  'Nous avons reçu hier un courriel de M. Ferrand (Saint-Nolff) auquel je dois répondre avant vendredi. {q} Mets-le sous forme de tableau.',
  'J’ai déjà posé la question au centre de gestion mais personne ne rappelle depuis lundi. {q}',
]

/** Wraps a question in the text number `way`, modulo their number. */
export const wrapped = (question: string, way: number): string => wrappings[way % wrappings.length]!.replace(/\{[qi]\}/, () => question)
