import type { DocumentBuilder } from './document-builder.ts'

/** Singular and plural, in French, of each kind of content that may be left unread. */
const NOUNS = {
  chart: ['graphique', 'graphiques'],
  summary: ['graphique dont les points sont résumés', 'graphiques dont les points sont résumés'],
  diagram: ['diagramme', 'diagrammes'],
  object: ['objet incorporé', 'objets incorporés'],
  piece: ['morceau importé', 'morceaux importés'],
  subdocument: ['sous-document lié', 'sous-documents liés'],
  control: ['contrôle de formulaire', 'contrôles de formulaire'],
  formula: ['formule', 'formules'],
  field: ['champ', 'champs'],
  head: ['en-tête ou pied de page', 'en-têtes ou pieds de page'],
  deletion: ['suppression en suivi des modifications', 'suppressions en suivi des modifications'],
  struck: ['texte barré', 'textes barrés'],
  image: ['image', 'images'],
  frame: ['cadre', 'cadres'],
  video: ['vidéo', 'vidéos'],
  sound: ['son', 'sons'],
  ink: ['dessin à main levée', 'dessins à main levée'],
  model: ['modèle 3D', 'modèles 3D'],
} as const
export type UnreadKind = keyof typeof NOUNS

/** Maximum number of names listed for one kind. */
const MAX_NAMES = 5

/** Counter of the visible content of a document that was not read. */
export type UnreadContent = {
  /** Counts one unread item. @param name its title or location, or the program of an embedded object: « diapositive 4 », « Excel » */
  add(kind: UnreadKind, name?: string): void
  /**
   * Writes one `content_unread` warning that lists all the kinds counted; none when nothing was counted.
   * @param place location in the file: « de la feuille « Budget » »
   */
  warn(builder: DocumentBuilder, place?: string): void
}

export function createUnread(): UnreadContent {
  const unreadByKind = new Map<UnreadKind, { count: number; names: Set<string> }>()
  return {
    add(kind, name) {
      const entry = unreadByKind.get(kind) ?? { count: 0, names: new Set() }
      unreadByKind.set(kind, entry)
      entry.count++
      if (name && entry.names.size <= MAX_NAMES) entry.names.add(name.slice(0, 80))
    },
    warn(builder, place) {
      if (unreadByKind.size === 0) return
      const kinds = Array.from(unreadByKind, ([kind, { count, names }]) => {
        const listedNames = [...names].slice(0, MAX_NAMES).join(', ') + (names.size > MAX_NAMES ? '…' : '')
        return `${count.toLocaleString('fr-FR')} ${NOUNS[kind][count > 1 ? 1 : 0]}${listedNames && ` (${listedNames})`}`
      })
      builder.warn('content_unread', `Contenu non lu${place ? ` ${place}` : ''} : ${kinds.join(', ')}.`)
    },
  }
}

/** Maximum number of hidden slides named in a warning. */
const MAX_SLIDES = 20

/** Writes the French warning about hidden slides, given by number, whose text was read. */
export function hiddenSlidesWarning(numbers: readonly number[]): string {
  if (numbers.length === 1) return `La diapositive masquée ${numbers[0]} a été lue aussi.`
  const otherCount = numbers.length - MAX_SLIDES
  const names = numbers.slice(0, MAX_SLIDES).join(', ')
  return `Les diapositives masquées ${names}${otherCount > 0 ? ` et ${otherCount.toLocaleString('fr-FR')} autres` : ''} ont été lues aussi.`
}

/** Maximum number of file names in the warning; the others are counted. */
const MAX_ATTACHMENTS = 5

/** Warns of embedded files, which are not read. */
export function warnOfAttachments(names: readonly string[], builder: DocumentBuilder): void {
  if (names.length === 0) return
  const otherCount = names.length - MAX_ATTACHMENTS
  const othersNote = otherCount > 0 ? `, et ${otherCount} ${otherCount > 1 ? 'autres' : 'autre'}` : ''
  const subject = names.length > 1 ? 'Pièces jointes non lues' : 'Pièce jointe non lue'
  builder.warn('attachments_ignored', `${subject} : ${names.slice(0, MAX_ATTACHMENTS).join(', ')}${othersNote}.`)
}
