import { useState, type DragEvent } from 'react'
import { hasFiles, splitDrop } from './use-drop-zone.ts'

/** Returns the index of the row of a table body under the pointer; null outside. */
function rowIndexOf({ target }: DragEvent): number | null {
  const element = target instanceof Element ? target : (target as Node).parentElement
  const row = element?.closest('tbody > tr')
  return row?.parentElement ? [...row.parentElement.children].indexOf(row) : null
}

/**
 * Returns the event handlers (`zone`) of an element around a table that takes files on its rows, and the index of the row under the dragged files,
 * null for none (`over`).
 * @param onDrop called with the index of the row, its files, and whether folders were dropped with them
 */
export function useRowDrop(onDrop: (index: number, files: File[], hasFolder: boolean) => void) {
  const [over, setOver] = useState<number | null>(null)
  const zone = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      const index = rowIndexOf(event)
      setOver(index)
      if (index !== null) event.preventDefault()
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(null)
    },
    onDrop: (event: DragEvent) => {
      const index = rowIndexOf(event)
      if (!hasFiles(event) || index === null) return
      event.preventDefault()
      setOver(null)
      const { files, folders } = splitDrop(event.dataTransfer)
      onDrop(index, files, folders.length > 0)
    },
  }
  return { zone, over }
}
