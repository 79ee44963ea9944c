const reasons = {
  damaged: 'Ce document n’a pas pu être lu : il est abîmé, protégé par un mot de passe, ou n’est pas un vrai document Word ou OpenDocument.',
  too_big: 'Ce document est trop volumineux pour un papier à en-tête : 5 Mo au plus, et des images raisonnables.',
  macros: 'Ce document contient des macros ou des scripts : enregistrez-le sans macros, puis déposez-le de nouveau.',
  outside: 'Ce document va chercher quelque chose ailleurs (image liée, modèle attaché, champ qui lit un fichier) : incorporez les images et retirez le reste.',
  object: 'Ce document contient un objet incorporé (tableur, formulaire, contrôle, fichier joint) : gardez le texte et les images, retirez le reste.',
} as const

type RefusalReason = keyof typeof reasons

/** Reason why a file cannot be the letterhead. `message`: French sentence for the person who chose the file. */
export class LetterheadRefusal extends Error {
  override readonly name = 'LetterheadRefusal'
}

export const refusal = (reason: RefusalReason, cause?: unknown): LetterheadRefusal =>
  new LetterheadRefusal(reasons[reason].replace(' : ', '\u00a0: '), { cause })
