import type { XmlAttributes } from '../../containers/xml-names.ts'

export type OdfChanges = ReturnType<typeof createOdfChanges>

/** Creates the tracker of pending changes. The text of a deletion is in its region, or, as LibreOffice writes it, between the two ends of the change. */
export function createOdfChanges() {
  const deletions = new Set<string>()
  const open = new Set<string>()
  const pending = { insertions: 0, deletions: 0 }
  let regionDepth = 0
  let id = ''
  return {
    pending,
    isRegion: () => regionDepth > 0,
    /** Whether the text is deleted. */
    isDeleting: () => open.size > 0,
    /** @returns true when the element only concerns changes */
    open(name: string, a: XmlAttributes): boolean {
      if (name === 'text:tracked-changes' || regionDepth > 0) {
        regionDepth += 1
        if (name === 'text:changed-region') id = a['text:id'] ?? a['xml:id'] ?? ''
        else if (name === 'text:insertion') pending.insertions += 1
        else if (name === 'text:deletion') {
          pending.deletions += 1
          deletions.add(id)
        }
        return true
      }
      const change = a['text:change-id'] ?? ''
      if (name === 'text:change-start' && deletions.has(change)) open.add(change)
      else if (name === 'text:change-end') open.delete(change)
      return name.startsWith('text:change')
    },
    close(name: string): boolean {
      if (regionDepth > 0) {
        regionDepth -= 1
        return true
      }
      return name.startsWith('text:change')
    },
  }
}
