import { maskedKindNames, maskedKinds, type InstanceInfo, type MaskingMode } from '@parvis/contract'
import { levelName } from './model-words.ts'

/** Names of the settings of masking. */
export const maskingWords: Readonly<Record<MaskingMode, string>> = {
  non: 'Envoyer tel quel',
  prevenir: 'Prévenir avant l’envoi',
  masquer: 'Masquer pour le modèle',
}

type Settings = Pick<InstanceInfo, 'masking' | 'level_names'>

const modeSentences: Readonly<Record<MaskingMode, string>> = {
  non: 'Ici, ce que vous écrivez part tel quel au modèle, sauf avec un assistant qui masque les données personnelles ou qui prévient avant l’envoi.',
  prevenir:
    'Ici, Parvis vous montre les données personnelles qu’il reconnaît dans un message avant de l’envoyer\u00a0: vous l’envoyez tel quel, vous les masquez ou vous le modifiez. Il ne masque rien de lui-même.',
  masquer:
    'Ici, Parvis remplace par des étiquettes les données personnelles qu’il reconnaît, avant d’envoyer quoi que ce soit à un modèle, et remet les vraies valeurs dans la réponse. Un assistant peut en décider autrement.',
}

/** Sentences about the masking of personal data on this instance; a general one while it is unknown. */
export function maskingSentences(instance: Settings | undefined): string[] {
  if (!instance) return ['L’organisme qui exploite cette installation choisit si les données personnelles sont masquées avant l’envoi à un modèle.']
  const forced = forcedSentence(instance)
  return [modeSentences[instance.masking.mode], ...(forced === null ? [] : [forced])]
}

/** Says for which models masking is imposed; null: for none. */
export const forcedSentence = ({ masking: { below_level }, level_names }: Settings): string | null =>
  below_level === null || below_level === 1
    ? null
    : `Pour un modèle d’un niveau plus bas que «\u00a0${levelName({ level_names }, below_level)}\u00a0», elles sont toujours masquées, quel que soit ce choix.`

/** Names of the kinds of data that are looked for. */
export const soughtKinds: readonly string[] = maskedKinds.filter((kind) => kind !== 'donnee').map((kind) => maskedKindNames[kind])

/**
 * Says what masking does not do. Source: regulation (EU) 2016/679 of 27 April 2016, article 4, point 5, and recital 26, by which pseudonymised data that
 * could be attributed to a person with additional information are personal data.
 */
export const pseudonymisationSentence =
  'C’est une pseudonymisation, pas une anonymisation\u00a0: un nom peut échapper à la recherche, et le reste du texte peut encore désigner quelqu’un. Ce qui est envoyé reste une donnée personnelle (RGPD, article\u00a04, point\u00a05, et considérant\u00a026).'
