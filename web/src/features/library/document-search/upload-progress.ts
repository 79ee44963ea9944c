import { acceptedExtensions, acceptedFormats, constants } from '@parvis/contract'

/** What moves the bar (specification, chapters 4 and 9). */
export type ProgressEvent =
  | { type: 'started' }
  | { type: 'sending' }
  | { type: 'progressed'; percent: number }
  | { type: 'ticked' }
  | { type: 'finished' }
  | { type: 'reset' }

/**
 * The bar, from 0 to 100: 10 at the start, 30 before sending, then the real progress; a timer also advances what is not
 * complete. It never goes back before it is reset, three seconds after the end.
 */
export function progressReducer(value: number, event: ProgressEvent): number {
  switch (event.type) {
    case 'started':
      return constants.uploadStartPercent
    case 'sending':
      return Math.max(value, constants.uploadBeforeSendPercent)
    case 'progressed':
      return Math.max(value, Math.min(100, Math.round(event.percent)))
    case 'ticked':
      return value > 0 && value < 100 ? Math.min(100, value + constants.uploadTickPercent) : value
    case 'finished':
      return 100
    case 'reset':
      return 0
  }
}

/** « 12,4 ko »: the specification counts in kilobytes whatever the size. */
export function sizeInKo(bytes: number): string {
  const value = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 0, maximumFractionDigits: bytes < 100 * 1024 ? 1 : 0 }).format(bytes / 1024)
  return `${value}\u00a0ko`
}

/** Texts of the specification, chapters 5 and 8. */
export const uploadMessages = {
  fileRequired: 'Veuillez sélectionner un fichier',
  failed: 'Erreur lors du chargement des fichiers',
  done: (count: number) => `${count} fichier(s) chargé(s) avec succès`,
} as const

/** The chosen files and those added, each once. */
export function addFiles(chosen: readonly File[], added: readonly File[]): File[] {
  const isSame = (a: File) => (b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
  return added.reduce<File[]>((list, file) => (list.some(isSame(file)) ? list : [...list, file]), [...chosen])
}

export interface RefusedFile {
  filename: string
  reason: string
}

/**
 * The files that can be sent, and why the others cannot: one that is too large would end the sending of all.
 * @param maxMb null while it is not known
 */
export function sortFiles(files: readonly File[], maxMb: number | null): { accepted: File[]; refused: RefusedFile[] } {
  const refused = files.flatMap((file) => {
    const reason = refusalOf(file, maxMb)
    return reason === null ? [] : [{ file, filename: file.name, reason }]
  })
  return { accepted: files.filter((file) => !refused.some((one) => one.file === file)), refused: refused.map(({ filename, reason }) => ({ filename, reason })) }
}

function refusalOf({ name, size }: File, maxMb: number | null): string | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!(acceptedExtensions as readonly string[]).includes(extension)) return `Ce type de fichier n’est pas accepté. Formats acceptés\u00a0: ${acceptedFormats}.`
  if (size === 0) return 'Ce fichier est vide.'
  if (maxMb !== null && size > maxMb * 1024 * 1024) return `Ce fichier dépasse la taille permise, ${maxMb}\u00a0Mo.`
  return null
}
