import { useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from 'react'

interface FoldingPanelProps extends Omit<ComponentProps<'div'>, 'ref' | 'role' | 'hidden' | 'id'> {
  /** What the button that folds it names in `aria-controls`. */
  id: string
  isOpen: boolean
  /** Its words were found by the browser's own search while it was closed: it is to be opened. */
  onFound: () => void
}

/** What a button with `aria-expanded` folds. Closed, it is drawn and read by nobody, and the browser's own search finds it. */
export function FoldingPanel({ isOpen, onFound, ...props }: FoldingPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const open = useEffectEvent(onFound)
  useLayoutEffect(() => {
    const element = panel.current
    if (element === null || isOpen) return
    // React knows a yes and a no of this attribute.
    element.setAttribute('hidden', 'until-found')
    const found = () => open()
    element.addEventListener('beforematch', found)
    return () => element.removeEventListener('beforematch', found)
  }, [isOpen])
  // Said twice: not every tool knows that what is found by a search alone is not there for a screen reader.
  return <div {...props} ref={panel} role="group" aria-hidden={!isOpen} hidden={!isOpen} />
}
