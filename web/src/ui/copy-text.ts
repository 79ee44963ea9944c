/**
 * Copies a text to the clipboard. Falls back to `document.execCommand('copy')` where the Clipboard API is refused, as on plain http.
 * @param html the same text as HTML, for applications that paste formatted text
 * @returns whether the copy succeeded
 */
export async function copyText(text: string, html?: string): Promise<boolean> {
  try {
    if (html === undefined) await navigator.clipboard.writeText(text)
    else {
      const types = { 'text/html': html, 'text/plain': text }
      const blobs = Object.entries(types).map(([type, content]) => [type, new Blob([content], { type })] as const)
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    }
    return true
  } catch {
    return copyByCommand(text, html)
  }
}

function copyByCommand(text: string, html: string | undefined): boolean {
  const textArea = document.createElement('textarea')
  const focused = document.activeElement
  textArea.value = text
  textArea.setAttribute('aria-hidden', 'true')
  textArea.style.position = 'fixed'
  textArea.style.opacity = '0'
  // Inside the dialog if there is one, because it takes back any focus that leaves it.
  const container = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  container.append(textArea)
  textArea.select()
  const fillClipboard = (event: ClipboardEvent) => {
    if (html === undefined || event.clipboardData === null) return
    event.clipboardData.setData('text/plain', text)
    event.clipboardData.setData('text/html', html)
    event.preventDefault()
  }
  document.addEventListener('copy', fillClipboard)
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', fillClipboard)
  textArea.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}
