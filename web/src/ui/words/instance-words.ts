import type { InstanceInfo } from '@parvis/contract'

/** Returns the sentence that says which model answers on this instance. While the instance is unknown (undefined), a general sentence. */
export function modelSentence(instance: Pick<InstanceInfo, 'model'> | undefined): string {
  if (!instance) return 'Le modèle employé est choisi par l’organisme qui exploite cette installation.'
  const { name, built_in } = instance.model
  if (built_in)
    return 'Cette installation répond avec le modèle de démonstration intégré\u00a0: ses réponses sont préparées, ce n’est pas un modèle de langage.'
  const origin = /mistral|mixtral|ministral|magistral/i.test(name) ? ', du laboratoire français Mistral AI' : ''
  return `Cette installation répond avec le modèle de langage «\u00a0${name}\u00a0»${origin}.`
}

/** « Hébergement : … », as the administrator declared it (`LEGAL_HOSTING`); null when it is not declared. */
export const hostingSentence = ({ hosting }: Pick<InstanceInfo, 'hosting'>): string | null =>
  hosting === null ? null : `Hébergement\u00a0: ${hosting.trim().replace(/\.$/, '')}.`

/**
 * Returns the sentence that says what leaves the server when a question is asked. While the instance is unknown (undefined), that of an outside model
 * without an embeddings server.
 */
export function outgoingDataSentence(instance: Pick<InstanceInfo, 'model' | 'embeddings_host'> | undefined): string {
  const host = instance?.embeddings_host ?? null
  const toVectors = `au serveur de vecteurs ${host} le texte des documents et vos questions`
  if (instance?.model.built_in)
    return host === null
      ? 'Rien de ce que vous écrivez ne quitte le serveur\u00a0: les réponses sont produites sur place.'
      : `Les réponses sont produites sur place. Pour chercher dans les documents, le serveur transmet ${toVectors}\u00a0; il ne transmet rien à personne d’autre.`
  const toModel =
    'au serveur de modèle choisi par votre organisme la conversation, les instructions de l’assistant, les informations utiles de votre profil, le contenu du projet associé et les passages de documents cités, ou tout leur texte pour une lecture complète'
  return `Pour répondre, le serveur transmet ${toModel}${host === null ? '' : `, et ${toVectors}`}\u00a0; il ne transmet rien à personne d’autre.`
}

/**
 * Returns one sentence for each outside server, with the data sent to it; data that stays on the server is stated too. Empty while the instance is
 * unknown.
 */
export function hostsSentences(instance: Pick<InstanceInfo, 'model' | 'embeddings_host' | 'mail_host'> | undefined): string[] {
  if (!instance) return []
  const { model, embeddings_host, mail_host } = instance
  return [
    model.hosts.length === 0
      ? 'Modèle\u00a0: sur le serveur de l’installation.'
      : `${model.hosts.length === 1 ? 'Serveur de modèle' : 'Serveurs de modèle, essayés dans l’ordre'}\u00a0: ${model.hosts.join(', ')}.`,
    embeddings_host === null
      ? 'Recherche dans les documents\u00a0: sur le serveur de l’installation.'
      : `Recherche dans les documents\u00a0: leur texte et vos questions sont transmis au serveur de vecteurs ${embeddings_host}.`,
    mail_host === null
      ? 'Courriels (lien de réinitialisation, avertissements)\u00a0: ils restent en fichiers sur le serveur.'
      : `Courriels (lien de réinitialisation, avertissements)\u00a0: par le serveur ${mail_host}.`,
  ]
}
