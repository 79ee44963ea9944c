// What a dropped folder holds: its code comes with the first one.

interface DroppedFile {
  kind: 'file'
  name: string
  getFile: () => Promise<File>
}

/** As drop zones give it. */
export interface DroppedFolder {
  kind: 'directory'
  name: string
  getEntries: () => AsyncIterable<DroppedFile | DroppedFolder>
}

/** The folder of a browser's own drop; to be asked for while the drop is told of. */
export const folderOf = (entry: FileSystemDirectoryEntry): DroppedFolder => ({
  kind: 'directory',
  name: entry.name,
  async *getEntries() {
    const reader = entry.createReader()
    // Browsers give a hundred at a time, then none.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (some.length === 0) return
      for (const one of some) yield one.isDirectory ? folderOf(one as FileSystemDirectoryEntry) : fileOf(one as FileSystemFileEntry)
    }
  },
})

const fileOf = (entry: FileSystemFileEntry): DroppedFile => ({
  kind: 'file',
  name: entry.name,
  getFile: () => new Promise((resolve, reject) => entry.file(resolve, reject)),
})

/**
 * The files of folders, and of the folders in them, in the order of their names. A folder that has more than can still be taken is left out
 * whole: nobody would know which of its files are there.
 * @param most files taken at once @param beside files dropped beside the folders
 * @returns a sentence for each folder of which nothing was taken
 */
export async function readFolders(folders: readonly DroppedFolder[], most: number, beside = 0): Promise<{ files: File[]; problems: string[] }> {
  const files: File[] = []
  const problems: string[] = []
  for (const folder of folders) {
    const name = `«\u00a0${folder.name}\u00a0»`
    try {
      const found = await filesIn(folder, most - beside - files.length)
      if (found === null)
        problems.push(`${name} n’a pas été pris\u00a0: ${most}\u00a0fichiers au plus à la fois. Ouvrez ce dossier et déposez ceux qu’il vous faut.`)
      else if (found.length === 0) problems.push(`${name} est un dossier qui ne contient aucun fichier.`)
      else files.push(...(await Promise.all(found.map((one) => one.getFile()))))
    } catch {
      problems.push(`Le dossier ${name} n’a pas pu être lu. Déposez plutôt les fichiers qu’il contient.`)
    }
  }
  return { files, problems }
}

/** What systems leave in folders, and word processors while a file is open. */
const isHidden = (name: string) => /^(?:\.|~\$)|^(?:thumbs\.db|desktop\.ini)$/i.test(name)

/** Entries looked at before a folder is held to be too large, a loop of links among them. */
const mostEntries = 2_000

/** @returns null where there are more than `room` */
async function filesIn(folder: DroppedFolder, room: number): Promise<DroppedFile[] | null> {
  let seen = 0
  const found: DroppedFile[] = []
  async function visit({ getEntries }: DroppedFolder): Promise<boolean> {
    const entries: (DroppedFile | DroppedFolder)[] = []
    for await (const entry of getEntries()) {
      if ((seen += 1) > mostEntries) return false
      if (!isHidden(entry.name)) entries.push(entry)
    }
    for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name, 'fr', { numeric: true }))) {
      if (entry.kind === 'file') found.push(entry)
      if (found.length > room || (entry.kind === 'directory' && !(await visit(entry)))) return false
    }
    return true
  }
  return (await visit(folder)) ? found : null
}
