import { createContext } from 'react'
import { paths } from '../paths.ts'
import { navigationEntries, navigationGroups } from './sidebar/navigation.ts'

/** URL (path and query) of the last page that was not a chat; null if the tab was opened on one. Provided by the layout. */
export const PreviousPageContext = createContext<string | null>(null)

interface BackTarget {
  href: string
  /** Accessible name of the back button. */
  label: string
}

/** Target of the back button in a conversation's header. @param fallback URL used when `from` is null */
export function backTarget(previousPage: string | null, fallback: string): BackTarget {
  const href = previousPage ?? fallback
  const { pathname } = new URL(href, 'http://parvis')
  if (pathname === paths.assistants) return { href, label: 'Revenir au catalogue' }
  const entry = [...navigationEntries, ...navigationGroups.flatMap((group) => group.entries)].find((one) => one.href === pathname)
  return { href, label: entry ? `Revenir à «\u00a0${entry.label}\u00a0»` : 'Revenir à la page précédente' }
}
