// Loaded lazily, with the first dropped folder.

interface DroppedFile {
  kind: 'file'
  name: string
  getFile: () => Promise<File>
}

/** Folder of a drop, with an asynchronous list of its entries. */
export interface DroppedFolder {
  kind: 'directory'
  name: string
  getEntries: () => AsyncIterable<DroppedFile | DroppedFolder>
}

/** Wraps a folder entry of the browser. The entry itself must be read synchronously in the `drop` event. */
export const toDroppedFolder = (entry: FileSystemDirectoryEntry): DroppedFolder => ({
  kind: 'directory',
  name: entry.name,
  async *getEntries() {
    const reader = entry.createReader()
    // Browsers return the entries about a hundred at a time, then an empty list.
    for (;;) {
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (batch.length === 0) return
      for (const one of batch) yield one.isDirectory ? toDroppedFolder(one as FileSystemDirectoryEntry) : toDroppedFile(one as FileSystemFileEntry)
    }
  },
})

const toDroppedFile = (entry: FileSystemFileEntry): DroppedFile => ({
  kind: 'file',
  name: entry.name,
  getFile: () => new Promise((resolve, reject) => entry.file(resolve, reject)),
})

/**
 * Reads the files of dropped folders and of their subfolders, in name order. A folder with more files than the remaining limit is skipped whole, because a
 * partial reading would leave the person unsure of which files were taken.
 * @param maxFiles maximum number of files at once
 * @param otherFiles number of files dropped at the same time, which count towards the limit
 * @returns the files, and a French sentence for each folder that was skipped, empty or unreadable
 */
export async function readFolders(folders: readonly DroppedFolder[], maxFiles: number, otherFiles = 0): Promise<{ files: File[]; problems: string[] }> {
  const files: File[] = []
  const problems: string[] = []
  for (const folder of folders) {
    const name = `«\u00a0${folder.name}\u00a0»`
    try {
      const newFiles = await filesIn(folder, maxFiles - otherFiles - files.length)
      if (newFiles === null)
        problems.push(`${name} n’a pas été pris\u00a0: ${maxFiles}\u00a0fichiers au plus à la fois. Ouvrez ce dossier et déposez ceux qu’il vous faut.`)
      else if (newFiles.length === 0) problems.push(`${name} est un dossier qui ne contient aucun fichier.`)
      else files.push(...(await Promise.all(newFiles.map((file) => file.getFile()))))
    } catch {
      problems.push(`Le dossier ${name} n’a pas pu être lu. Déposez plutôt les fichiers qu’il contient.`)
    }
  }
  return { files, problems }
}

/** Whether a file is a hidden or system file, or the lock file of an open office document. */
const isHidden = (name: string) => /^(?:\.|~\$)|^(?:thumbs\.db|desktop\.ini)$/i.test(name)

/** Maximum number of entries visited in one folder; protects from very large folders and from loops of links. */
const maxEntries = 2_000

/** @returns null when the folder has more than `maxFiles` files or `maxEntries` entries */
async function filesIn(folder: DroppedFolder, maxFiles: number): Promise<DroppedFile[] | null> {
  let seenCount = 0
  const files: DroppedFile[] = []
  async function visit({ getEntries }: DroppedFolder): Promise<boolean> {
    const entries: (DroppedFile | DroppedFolder)[] = []
    for await (const entry of getEntries()) {
      if ((seenCount += 1) > maxEntries) return false
      if (!isHidden(entry.name)) entries.push(entry)
    }
    for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name, 'fr', { numeric: true }))) {
      if (entry.kind === 'file') files.push(entry)
      if (files.length > maxFiles || (entry.kind === 'directory' && !(await visit(entry)))) return false
    }
    return true
  }
  return (await visit(folder)) ? files : null
}
