/** Has the browser save bytes as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
