import { Zip, ZipPassThrough } from 'fflate'

interface ZipArchive {
  /** @param name unique in the archive */
  add: (name: string, content: Uint8Array) => void
  /** Ends the archive. @returns its parts, in order */
  close: () => Uint8Array<ArrayBuffer>[]
}

/** Creates a ZIP of finished documents, added one by one. They are already compressed, so they are stored as they are, without copies. */
export function createArchive(): ZipArchive {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part as Uint8Array<ArrayBuffer>)
  })
  return {
    add(name, content) {
      const file = new ZipPassThrough(name)
      zip.add(file)
      file.push(content, true)
    },
    close() {
      zip.end()
      return parts
    },
  }
}
