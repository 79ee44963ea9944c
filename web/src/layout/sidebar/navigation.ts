import { pages } from '@parvis/contract'
import {
  Archive,
  BookOpen,
  Bot,
  ChartColumn,
  CircleHelp,
  FileSearch,
  FolderKanban,
  History,
  House,
  Library,
  MessageSquareText,
  Settings,
  Stamp,
  UserRound,
  UserRoundCog,
  UsersRound,
  VenetianMask,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '../../paths.ts'
import type { LayoutUser } from '../user.ts'

export interface Entry {
  label: string
  /** Second line, where another entry has a name close to this one. */
  note?: string
  href: string
  icon: LucideIcon
  isAdminOnly?: boolean
  /** Signed-out visitors see it too. */
  isPublic?: boolean
  /** Addresses, besides its own and what is under it, where the entry is the current one: pages that it leads to. */
  also?: readonly string[]
}

export interface EntryGroup {
  id: string
  label: string
  icon: LucideIcon
  entries: readonly Entry[]
}

/** The sidebar, in the order of the specification (chapter 2, global layout). */
export const entries: readonly Entry[] = [
  { label: 'Accueil', href: paths.home, icon: House, isPublic: true },
  { label: 'Assistants', href: paths.assistants, icon: Bot, also: [pages.chatbotAssistant, paths.ownAssistants] },
  { label: 'Avatars', href: paths.avatars, icon: VenetianMask },
  { label: 'Mon espace', href: paths.mySpace, icon: History, also: [paths.personalPrompts, paths.shares] },
  { label: 'Bibliothèque', note: 'Interroger les documents', href: paths.libraryChat, icon: Library },
  { label: 'Document', note: 'Interroger vos fichiers', href: paths.documentChat, icon: FileSearch, also: [paths.chatbotOpenai] },
  { label: 'Projets', href: paths.projects, icon: FolderKanban },
  { label: 'Aide', href: paths.help, icon: CircleHelp, isPublic: true },
]

export const groups: readonly EntryGroup[] = [
  {
    id: 'administration',
    label: 'Administration',
    icon: Settings,
    entries: [
      { label: 'Base documentaire', note: 'Déposer et classer', href: paths.documents, icon: BookOpen },
      {
        label: 'Gestion Assistants',
        href: paths.assistantsAdmin,
        icon: Bot,
        isAdminOnly: true,
        also: [paths.categories, paths.packs],
      },
      { label: 'Gestion utilisateurs', href: paths.users, icon: UsersRound, isAdminOnly: true, also: [paths.teams] },
      { label: 'Prompts', href: paths.prompts, icon: MessageSquareText, isAdminOnly: true },
      { label: 'Papier à en-tête', href: paths.letterheads, icon: Stamp, isAdminOnly: true },
      { label: 'Tableau de bord', href: paths.dashboard, icon: ChartColumn, isAdminOnly: true },
      { label: 'Conservation', href: paths.retention, icon: Archive, isAdminOnly: true },
    ],
  },
  { id: 'compte', label: 'Mon compte', icon: UserRound, entries: [{ label: 'Mon profil', href: paths.profile, icon: UserRoundCog }] },
]

/** Path that decides which entry is current: the simple chatbot with an assistant belongs to the assistants, a new conversation to no entry. */
export function menuPlace(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  if (pathname !== pages.chatbot) return pathname
  if (query.has('assistant')) return pages.chatbotAssistant
  return query.has('conversation') ? paths.mySpace : pathname
}

/** Whether the address belongs to the entry; nothing is under the home page. */
export function isCurrent(entry: Entry, pathname: string): boolean {
  return [entry.href, ...(entry.also ?? [])].some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** Whether the group opens by itself on this address. */
export const holdsCurrent = (group: EntryGroup, pathname: string): boolean => group.entries.some((entry) => isCurrent(entry, pathname))

/** What this person may see; null is a signed-out visitor. */
export function visibleTo(user: Pick<LayoutUser, 'is_admin'> | null, list: readonly Entry[]): Entry[] {
  return list.filter((entry) => (user ? !entry.isAdminOnly || user.is_admin : entry.isPublic))
}
