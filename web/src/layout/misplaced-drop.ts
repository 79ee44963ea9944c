/** A file let go beside a place that takes it: the browser would leave the application to show it. @returns what ends it */
export function refuseMisplacedDrops(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  for (const type of moments) addEventListener(type, refuse)
  return () => {
    for (const type of moments) removeEventListener(type, refuse)
  }
}

const moments = ['dragover', 'drop'] as const
