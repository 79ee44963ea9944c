import { acceptedExtensions, acceptedFormats } from '@parvis/contract'

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
