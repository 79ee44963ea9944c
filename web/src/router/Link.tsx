import type { ComponentProps, MouseEvent } from 'react'
import { addressOf, navigate } from './address.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** Takes the place of the current page in the history; so does a link to the page one is on. */
  replace?: boolean
}

/** A link to an address of the product, followed without loading the page again. */
export function Link({ to, replace = false, onClick, children, ...props }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isForBrowser = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || (props.target ?? '_self') !== '_self'
    if (event.defaultPrevented || isForBrowser) return
    event.preventDefault()
    navigate(to, { replace: replace || addressOf(to) === location.href })
  }
  return (
    <a {...props} href={to} onClick={follow}>
      {children}
    </a>
  )
}
