import type { InstanceInfo } from '@parvis/contract'

/** Returns the sentences that say where a voice goes: a dictated message, and an answer read aloud. Empty while the instance is unknown. */
export function voiceSentences(instance: Pick<InstanceInfo, 'transcription' | 'level_names'> | undefined): string[] {
  if (!instance) return []
  const { transcription, level_names } = instance
  return [
    transcription === null
      ? 'Dictée\u00a0: elle n’est pas installée.'
      : `Dictée\u00a0: votre enregistrement est transmis une fois au serveur de dictée ${transcription.host}, de niveau «\u00a0${level_names[transcription.level - 1]}\u00a0», qui rend un texte. Il n’est pas gardé ici, et une conversation d’un niveau plus haut n’en transmet aucun.`,
    'Lecture d’une réponse à voix haute\u00a0: par les voix installées sur votre appareil. Rien n’est transmis.',
  ]
}
