import { limits } from '@parvis/contract'
import { useCallback, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import type { FileBatch } from './ConversationFiles.tsx'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** What a drop holds; a browser tells it only while it tells of the drop. */
function dropped({ items }: DataTransfer): { files: File[]; folders: FileSystemDirectoryEntry[] } {
  const held = [...items].filter(({ kind }) => kind === 'file').map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  return {
    files: held.flatMap(({ entry, file }) => (entry?.isDirectory || file === null ? [] : file)),
    folders: held.flatMap(({ entry }) => (entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : [])),
  }
}

/**
 * The ways in for files: a button, a drop anywhere on the element that takes `zone`, a paste in the field.
 * @param onProblem told why a folder that was dropped gives nothing, in a sentence
 */
export function useFileEntry(isEnabled: boolean, onProblem: (sentence: string) => void) {
  const [batches, setBatches] = useState<readonly FileBatch[]>([])
  const [isOver, setOver] = useState(false)
  // Folders whose files are being looked for.
  const [reading, setReading] = useState(0)
  // Entering a part of the zone leaves the one around it: only the balance says whether the pointer is over.
  const depth = useRef(0)
  const add = useCallback((files: readonly File[]) => {
    if (files.length > 0) setBatches((former) => [...former, { id: (former.at(-1)?.id ?? 0) + 1, files }])
  }, [])
  const over = (by: number) => {
    depth.current = Math.max(depth.current + by, 0)
    setOver(depth.current > 0)
  }
  async function addFolders(folders: readonly FileSystemDirectoryEntry[], beside: number) {
    setReading((count) => count + 1)
    try {
      const { folderOf, readFolders } = await import('../../ui/files/read-folders.ts')
      const { files, problems } = await readFolders(folders.map(folderOf), limits.files, beside)
      add(files)
      if (problems.length > 0) onProblem(problems.join(' '))
    } catch {
      onProblem('Le dossier n’a pas pu être lu. Déposez plutôt les fichiers qu’il contient.')
    }
    setReading((count) => count - 1)
  }
  const zone = isEnabled
    ? {
        onDragEnter: (event: DragEvent) => void (hasFiles(event) && over(1)),
        onDragLeave: (event: DragEvent) => void (hasFiles(event) && over(-1)),
        onDragOver: (event: DragEvent) => {
          if (hasFiles(event)) event.preventDefault()
        },
        onDrop: (event: DragEvent) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          over(-depth.current)
          const { files, folders } = dropped(event.dataTransfer)
          add(files)
          if (folders.length > 0) void addFolders(folders, files.length)
        },
        onPaste: (event: ClipboardEvent) => {
          const files = [...event.clipboardData.files]
          // A copied cell or a page has a picture beside its text: the text is what is meant.
          if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
          event.preventDefault()
          add(files)
        },
      }
    : {}
  return { batches, add, isOver, zone, isReading: reading > 0, clear: useCallback(() => setBatches([]), []) }
}
