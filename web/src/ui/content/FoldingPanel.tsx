import { useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from 'react'

interface FoldingPanelProps extends Omit<ComponentProps<'div'>, 'ref' | 'role' | 'hidden' | 'id'> {
  /** Id that the button puts in its `aria-controls`. */
  id: string
  isOpen: boolean
  /** Called when the browser's find-in-page matches the closed panel: the parent must open it. */
  onFound: () => void
}

/**
 * Panel folded by a button with `aria-expanded`. Closed, it is neither drawn nor read aloud, but the browser's find-in-page still searches it
 * (`hidden="until-found"`).
 */
export function FoldingPanel({ isOpen, onFound, ...props }: FoldingPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const open = useEffectEvent(onFound)
  useLayoutEffect(() => {
    const element = panel.current
    if (element === null || isOpen) return
    // React only accepts a boolean for this attribute.
    element.setAttribute('hidden', 'until-found')
    const openPanel = () => open()
    element.addEventListener('beforematch', openPanel)
    return () => element.removeEventListener('beforematch', openPanel)
  }, [isOpen])
  // `aria-hidden` too, because some tools do not know that `hidden="until-found"` hides the content from screen readers.
  return <div {...props} ref={panel} role="group" aria-hidden={!isOpen} hidden={!isOpen} />
}
