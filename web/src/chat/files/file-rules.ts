import { acceptedExtensions, acceptedFormats } from '@parvis/contract'

/** Whether the same file was chosen twice, as far as a page can tell. */
export const isSameFile = (a: File, b: File): boolean => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** The chosen files and those added, each once. */
export const addFiles = (chosen: readonly File[], added: readonly File[]): File[] =>
  added.reduce<File[]>((list, file) => (list.some((one) => isSameFile(one, file)) ? list : [...list, file]), [...chosen])

export interface RefusedFile {
  filename: string
  reason: string
}

/**
 * The files that can be sent, and why the others cannot: one that is too large would travel for nothing.
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
