import type { InstanceInfo } from '@parvis/contract'
import { hasLevels, levelName, levels } from './model-words.ts'

type KnownModels = Pick<InstanceInfo, 'model' | 'models' | 'level_names'>

/**
 * Returns the sentence that says which models answer on this instance, by level where they have several. While the instance is unknown (undefined), a
 * general sentence.
 */
export function modelSentence(instance: KnownModels | undefined): string {
  if (!instance) return 'Le modèle employé est choisi par l’organisme qui exploite cette installation.'
  const { model, models } = instance
  if (model.built_in)
    return 'Cette installation répond avec le modèle de démonstration intégré\u00a0: ses réponses sont préparées, ce n’est pas un modèle de langage.'
  const [only, ...others] = models
  if (hasLevels(instance)) {
    const byLevel = levelsOf(instance).map(({ name, models: ofLevel }) => `niveau «\u00a0${name}\u00a0», ${enumerate(ofLevel.map(quoted))}`)
    return `Cette installation répond avec ${models.length}\u00a0modèles de langage, selon le niveau de confidentialité demandé\u00a0: ${byLevel.join('\u00a0; ')}.`
  }
  const name = only?.label ?? model.name
  if (others.length > 0) return `Cette installation répond avec les modèles de langage ${enumerate(models.map(quoted))}.`
  const origin = /mistral|mixtral|ministral|magistral/i.test(name) ? ', du laboratoire français Mistral AI' : ''
  return `Cette installation répond avec le modèle de langage «\u00a0${name}\u00a0»${origin}.`
}

const quoted = ({ label }: { label: string }): string => `«\u00a0${label}\u00a0»`

/** « a, b et c » */
const enumerate = (parts: readonly string[]): string => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} et ${parts.at(-1)}`)

/** Returns the levels that have models, lowest first, with their names and their models. */
const levelsOf = ({ models, level_names }: Pick<InstanceInfo, 'models' | 'level_names'>) =>
  levels
    .map((level) => ({ level, name: levelName({ level_names }, level), models: models.filter((model) => model.level === level) }))
    .filter(({ models: ofLevel }) => ofLevel.length > 0)

/** « Hébergement : … », as the administrator declared it (`LEGAL_HOSTING`); null when it is not declared. */
export const hostingSentence = ({ hosting }: Pick<InstanceInfo, 'hosting'>): string | null =>
  hosting === null ? null : `Hébergement\u00a0: ${hosting.trim().replace(/\.$/, '')}.`

/**
 * Returns the sentence that says what leaves the server when a question is asked. While the instance is unknown (undefined), that of an outside model
 * without an embeddings server.
 */
export function outgoingDataSentence(instance: (KnownModels & EmbeddingsServer) | undefined): string {
  const host = instance?.embeddings_host ?? null
  const limit = instance && host !== null ? embeddingsLimit(instance) : null
  const toVectors = `au serveur de vecteurs ${host} le texte des documents et vos questions${limit === null ? '' : ` (${limit})`}`
  if (instance?.model.built_in)
    return host === null
      ? 'Rien de ce que vous écrivez ne quitte le serveur\u00a0: les réponses sont produites sur place.'
      : `Les réponses sont produites sur place. Pour chercher dans les documents, le serveur transmet ${toVectors}\u00a0; il ne transmet rien à personne d’autre.`
  const toModel = `au serveur ${instance && instance.models.length > 1 ? 'du modèle qui répond, choisi par votre organisme,' : 'de modèle choisi par votre organisme'} la conversation, les instructions de l’assistant, les informations utiles de votre profil, le contenu du projet associé et les passages de documents cités, ou tout leur texte pour une lecture complète`
  return `Pour répondre, le serveur transmet ${toModel}${host === null ? '' : `, et ${toVectors}`}\u00a0; il ne transmet rien à personne d’autre.`
}

type EmbeddingsServer = Pick<InstanceInfo, 'embeddings_host' | 'embeddings_level'>

/** Says what is never sent to the embeddings server; null where everything may be. */
function embeddingsLimit(instance: EmbeddingsServer & Pick<InstanceInfo, 'models' | 'level_names'>): string | null {
  if (instance.embeddings_level === 3 || !hasLevels(instance)) return null
  return `jamais ce qui demande un niveau plus élevé que «\u00a0${levelName(instance, instance.embeddings_level)}\u00a0», qui se cherche par ses mots`
}

/**
 * Returns one sentence for each outside server, with the data sent to it; data that stays on the server is stated too. Empty while the instance is
 * unknown.
 */
export function hostsSentences(instance: (KnownModels & EmbeddingsServer & Pick<InstanceInfo, 'mail_host'>) | undefined): string[] {
  if (!instance) return []
  const { embeddings_host, mail_host } = instance
  const limit = embeddingsLimit(instance)
  return [
    ...modelHostsSentences(instance),
    embeddings_host === null
      ? 'Recherche dans les documents\u00a0: sur le serveur de l’installation.'
      : `Recherche dans les documents\u00a0: leur texte et vos questions sont transmis au serveur de vecteurs ${embeddings_host}${limit === null ? '' : `, ${limit}`}.`,
    mail_host === null
      ? 'Courriels (lien de réinitialisation, avertissements)\u00a0: ils restent en fichiers sur le serveur.'
      : `Courriels (lien de réinitialisation, avertissements)\u00a0: par le serveur ${mail_host}.`,
  ]
}

/** Returns the hosts of the models: in one sentence, or in one for each level where they have several. */
function modelHostsSentences(instance: KnownModels): string[] {
  const { hosts } = instance.model
  if (!hasLevels(instance))
    return [
      hosts.length === 0
        ? 'Modèle\u00a0: sur le serveur de l’installation.'
        : `${hosts.length === 1 ? 'Serveur de modèle' : 'Serveurs de modèle, essayés dans l’ordre'}\u00a0: ${hosts.join(', ')}.`,
    ]
  return levelsOf(instance).map(({ name, models }) => {
    const places = models.map(({ label, host }) => `${label} (${host ?? 'sur le serveur de l’installation'})`)
    return `Modèles de niveau «\u00a0${name}\u00a0»\u00a0: ${places.join(', ')}.`
  })
}

/** Says what decides the level of the models; null where all models have the same. */
export const levelsSentence = (instance: Pick<InstanceInfo, 'models'> | undefined): string | null =>
  instance && hasLevels(instance)
    ? 'Un assistant, un projet, une catégorie de documents, un fichier ou une conversation que vous marquez confidentielle peuvent demander un niveau\u00a0: aucun modèle d’un niveau plus bas n’en reçoit rien. Chaque réponse dit, dans ses détails, quel modèle l’a écrite et son niveau.'
    : null
