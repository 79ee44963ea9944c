import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { absoluteUrl, navigate, type NavigateOptions } from './location.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** Replaces the current history entry. A link to the current page always does. */
  replace?: boolean
}

/** Link to a page of the application, followed without a page load. */
export function Link({ to, replace = false, onClick, children, ...props }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isForBrowser = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || (props.target ?? '_self') !== '_self'
    if (event.defaultPrevented || isForBrowser) return
    event.preventDefault()
    navigate(to, { replace: replace || absoluteUrl(to) === location.href })
  }
  return (
    <a {...props} href={to} onClick={follow}>
      {children}
    </a>
  )
}

/** Navigates to another URL as soon as it is mounted, even if the page has unsaved changes. */
export function Navigate({ to, replace = false, state = null }: NavigateOptions & { to: string }) {
  useEffect(() => navigate(to, { replace, state, force: true }), [to, replace, state])
  return null
}
