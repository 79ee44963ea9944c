/** Written in place of a model's answer: without a passage, a model could only invent (trust case LLM-11). */
export function notFoundAnswer(nearest: readonly string[]): string {
  const sentence = 'Je ne trouve pas dans vos documents de quoi répondre à cette question.'
  const advice = 'Essayez avec d’autres mots, ou avec une autre catégorie.'
  if (nearest.length === 0) return `${sentence}\n\n${advice}`
  const titles = nearest.map((title) => `- ${asPlainText(title)}`).join('\n')
  return `${sentence}\n\nLes documents les plus proches\u00a0:\n\n${titles}\n\n${advice}`
}

export const emptyCategory =
  'Cette catégorie ne contient plus de document\u00a0: il n’y a rien à interroger. Choisissez-en une autre, ou faites déposer des documents dans la base documentaire.'
export const categoryStillReading = 'Les documents de cette catégorie sont encore en cours de lecture. Reposez votre question dans un instant.'
export const nothingLoaded = 'Aucun document n’est chargé. Déposez un fichier, puis posez votre question.'
export const stillReading = 'Vos documents sont encore en cours de lecture. Reposez votre question dans un instant.'

export function unreadable(documents: readonly { original_filename: string; reason: string }[]): string {
  const lines = documents.map(({ original_filename, reason }) => `- ${asPlainText(original_filename)}\u00a0: ${reason}.`)
  return `${documents.length > 1 ? 'Ces documents n’ont pas pu être lus' : 'Ce document n’a pas pu être lu'}\u00a0:\n\n${lines.join('\n')}`
}

/** A name shown as it is: its signs are not Markdown. */
export function asPlainText(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()<>#+!|~]/g, '\\$&')
}
