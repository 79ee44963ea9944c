import { useCallback, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import type { FileBatch } from './ConversationFiles.tsx'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** What of a drop is a file; a folder has no content of its own to send. */
function droppedFiles({ items, files }: DataTransfer): { files: File[]; folders: string[] } {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  const folders = entries.flatMap((entry) => (entry?.isDirectory ? entry.name : []))
  return { files: [...files].filter((file) => !folders.includes(file.name)), folders }
}

/**
 * The ways in for files: a button, a drop anywhere on the element that takes `zone`, a paste in the field.
 * @param onFolder told the names of folders that were dropped, which are left out
 */
export function useFileEntry(isEnabled: boolean, onFolder: (names: readonly string[]) => void) {
  const [batches, setBatches] = useState<readonly FileBatch[]>([])
  const [isOver, setOver] = useState(false)
  // Entering a part of the zone leaves the one around it: only the balance says whether the pointer is over.
  const depth = useRef(0)
  const add = useCallback((files: readonly File[]) => {
    if (files.length > 0) setBatches((former) => [...former, { id: (former.at(-1)?.id ?? 0) + 1, files }])
  }, [])
  const over = (by: number) => {
    depth.current = Math.max(depth.current + by, 0)
    setOver(depth.current > 0)
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
          const { files, folders } = droppedFiles(event.dataTransfer)
          add(files)
          if (folders.length > 0) onFolder(folders)
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
  return { batches, add, isOver, zone, clear: useCallback(() => setBatches([]), []) }
}
