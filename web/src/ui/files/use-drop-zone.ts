import { limits } from '@parvis/contract'
import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { downloadFailureSentence } from '../on-demand.tsx'

/** Whether files or folders are being dragged. */
export const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Separates the files and the folders of a drop. Must be called synchronously in the `drop` event: afterwards browsers return an empty list. */
export function splitDrop({ items }: DataTransfer): { files: File[]; folders: FileSystemDirectoryEntry[] } {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  return {
    files: entries.flatMap(({ entry, file }) => (entry?.isDirectory || file === null ? [] : file)),
    folders: entries.flatMap(({ entry }) => (entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : [])),
  }
}

interface DropZoneOptions {
  isEnabled: boolean
  /** Only one file is accepted at a time, and folders are refused. */
  isSingle?: boolean
  /** Called with at least one file. */
  onFiles: (files: File[]) => void
  /** Called with a French sentence when dropped folders are refused or unreadable, or their files are not taken. */
  onProblem: (sentence: string) => void
}

/**
 * Returns the event handlers (`zone`) of an element on which files and folders can be dropped or pasted, and its state: `isOver` during a drag,
 * `isReading` while folders are being read.
 */
export function useDropZone({ isEnabled, isSingle = false, onFiles, onProblem }: DropZoneOptions) {
  const [isOver, setOver] = useState(false)
  // Number of drops whose folders are being read.
  const [reading, setReading] = useState(0)
  // Entering a child fires `dragleave` on its parent: only a counter tells whether the pointer is still over the zone.
  const depth = useRef(0)
  const changeDepth = (delta: number) => {
    depth.current = Math.max(depth.current + delta, 0)
    setOver(depth.current > 0)
  }
  const handleFiles = (files: File[]) => {
    if (files.length > 0) onFiles(files)
  }
  async function readFolders(folders: readonly FileSystemDirectoryEntry[], otherFiles: number) {
    if (isSingle) return onProblem('C’est un dossier\u00a0: ouvrez-le et déposez le fichier qu’il vous faut.')
    setReading((count) => count + 1)
    try {
      const folderReader = await import('./read-folders.ts')
      const { files, problems } = await folderReader.readFolders(folders.map(folderReader.toDroppedFolder), limits.files, otherFiles)
      handleFiles(files)
      if (problems.length > 0) onProblem(problems.join(' '))
    } catch {
      onProblem(downloadFailureSentence('Le dossier n’a pas pu être lu'))
    }
    setReading((count) => count - 1)
  }
  const zone = isEnabled
    ? {
        onDragEnter: (event: DragEvent) => void (hasFiles(event) && changeDepth(1)),
        onDragLeave: (event: DragEvent) => void (hasFiles(event) && changeDepth(-1)),
        onDragOver: (event: DragEvent) => {
          if (hasFiles(event)) event.preventDefault()
        },
        onDrop: (event: DragEvent) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          changeDepth(-depth.current)
          const { files, folders } = splitDrop(event.dataTransfer)
          handleFiles(files)
          if (folders.length > 0) void readFolders(folders, files.length)
        },
        onPaste: (event: ClipboardEvent) => {
          const files = [...event.clipboardData.files]
          // A copied spreadsheet cell or web page has a picture beside its text: the text is what should be pasted.
          if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
          event.preventDefault()
          handleFiles(files)
        },
      }
    : {}
  return { zone, isOver, isReading: reading > 0 }
}
