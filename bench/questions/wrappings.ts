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
