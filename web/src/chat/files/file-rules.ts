import { acceptedExtensions, acceptedFormats } from '@parvis/contract'
import type { LeaveTexts } from '../../router/navigation-blocker.ts'

/** Whether two files have the same name, size and modification time: a page cannot compare more. */
export const isSameFile = (a: File, b: File): boolean => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** Adds files to a selection, without duplicates. */
export const addFiles = (chosen: readonly File[], added: readonly File[]): File[] =>
  added.reduce<File[]>((list, file) => (list.some((one) => isSameFile(one, file)) ? list : [...list, file]), [...chosen])

export interface RefusedFile {
  filename: string
  reason: string
}

/**
 * Splits files into those that can be uploaded and those refused, with the reason. Checked before upload, so that a file that is too large is not sent in
 * vain.
 * @param maxMb size limit in megabytes; null while unknown, and not checked
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

/** Texts of the confirmation shown on leaving the page during an upload. */
export const leaveUploadTexts: LeaveTexts = {
  title: 'Interrompre l’envoi\u00a0?',
  sentence: 'Les fichiers qui ne sont pas encore arrivés ne seront pas gardés\u00a0: il faudra les choisir de nouveau.',
  leave: 'Interrompre l’envoi',
  stay: 'Rester sur la page',
}
