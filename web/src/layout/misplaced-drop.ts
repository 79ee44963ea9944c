/** Refuses files dropped outside a drop zone: the browser would leave the application to open them. @returns a function that removes the listeners */
export function refuseMisplacedDrops(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  for (const type of dragEvents) addEventListener(type, refuse)
  return () => {
    for (const type of dragEvents) removeEventListener(type, refuse)
  }
}

const dragEvents = ['dragover', 'drop'] as const
