/**
 * Puts a text into the clipboard. On a plain-http address, where browsers withhold the clipboard, the old command does it.
 * @param html the same text with its form, for what can show it
 * @returns whether it worked
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
  const area = document.createElement('textarea')
  const focused = document.activeElement
  area.value = text
  area.setAttribute('aria-hidden', 'true')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // A dialog takes back the focus that leaves it.
  const place = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  place.append(area)
  area.select()
  const give = (event: ClipboardEvent) => {
    if (html === undefined || event.clipboardData === null) return
    event.clipboardData.setData('text/plain', text)
    event.clipboardData.setData('text/html', html)
    event.preventDefault()
  }
  document.addEventListener('copy', give)
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', give)
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}
