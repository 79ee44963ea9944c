import { createContext } from 'react'
import { paths } from '../paths.ts'
import { entries, groups } from './sidebar/navigation.ts'

/** The last page that was not a conversation, with its query; null where the tab was opened on one. The layout provides it. */
export const CameFrom = createContext<string | null>(null)

interface BackPlace {
  href: string
  /** Name of the button that leads there. */
  label: string
}

/** Where the header of a conversation leads back to. @param fallback where nobody came from anywhere */
export function backPlace(from: string | null, fallback: string): BackPlace {
  const href = from ?? fallback
  const { pathname } = new URL(href, 'http://parvis')
  if (pathname === paths.assistants) return { href, label: 'Revenir au catalogue' }
  const entry = [...entries, ...groups.flatMap((group) => group.entries)].find((one) => one.href === pathname)
  return { href, label: entry ? `Revenir à «\u00a0${entry.label}\u00a0»` : 'Revenir à la page précédente' }
}
