import { Zip, ZipPassThrough } from 'fflate'

interface Archive {
  /** @param name unique in the archive */
  add: (name: string, content: Uint8Array) => void
  /** Ends it. @returns what it is made of, in order */
  close: () => Uint8Array<ArrayBuffer>[]
}

/** A ZIP of finished documents, put in one after the other: they are compressed already, so each goes in as it is, and no copy is made. */
export function createArchive(): Archive {
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
