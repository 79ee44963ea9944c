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

export interface NavigationEntry {
  label: string
  /** Second line that tells the entry from another with a similar name. */
  note?: string
  href: string
  icon: LucideIcon
  isAdminOnly?: boolean
  /** Whether visitors who are not signed in see it. */
  isPublic?: boolean
  /** Other paths on which the entry is marked as current: pages that it leads to. */
  otherPaths?: readonly string[]
}

export interface NavigationGroup {
  id: string
  label: string
  icon: LucideIcon
  entries: readonly NavigationEntry[]
}

/** Entries of the sidebar, in the order of the specification (chapter 2, global layout). */
export const navigationEntries: readonly NavigationEntry[] = [
  { label: 'Accueil', href: paths.home, icon: House, isPublic: true },
  { label: 'Assistants', href: paths.assistants, icon: Bot, otherPaths: [pages.chatbotAssistant, paths.ownAssistants] },
  { label: 'Avatars', href: paths.avatars, icon: VenetianMask },
  { label: 'Mon espace', href: paths.mySpace, icon: History, otherPaths: [paths.personalPrompts, paths.shares, paths.writtenDocuments] },
  { label: 'Bibliothèque', note: 'Interroger les documents', href: paths.libraryChat, icon: Library },
  { label: 'Document', note: 'Interroger vos fichiers', href: paths.documentChat, icon: FileSearch, otherPaths: [paths.chatbotOpenai] },
  { label: 'Projets', href: paths.projects, icon: FolderKanban },
  { label: 'Aide', href: paths.help, icon: CircleHelp, isPublic: true },
]

export const navigationGroups: readonly NavigationGroup[] = [
  {
    id: 'administration',
    label: 'Administration',
    icon: Settings,
    entries: [
      { label: 'Base documentaire', note: 'Déposer et classer', href: paths.documents, icon: BookOpen, otherPaths: [paths.compare] },
      {
        label: 'Gestion Assistants',
        href: paths.assistantsAdmin,
        icon: Bot,
        isAdminOnly: true,
        otherPaths: [paths.categories, paths.packs],
      },
      { label: 'Gestion utilisateurs', href: paths.users, icon: UsersRound, isAdminOnly: true, otherPaths: [paths.teams] },
      { label: 'Prompts', href: paths.prompts, icon: MessageSquareText, isAdminOnly: true },
      { label: 'Papier à en-tête', href: paths.letterheads, icon: Stamp, isAdminOnly: true },
      { label: 'Tableau de bord', href: paths.dashboard, icon: ChartColumn, isAdminOnly: true },
      { label: 'Gouvernance', href: paths.charter, icon: FileSearch, isAdminOnly: true, otherPaths: ['/gouvernance'] },
      { label: 'Conservation', href: paths.retention, icon: Archive, isAdminOnly: true },
    ],
  },
  {
    id: 'compte',
    label: 'Mon compte',
    icon: UserRound,
    entries: [
      { label: 'Mon profil', href: paths.profile, icon: UserRoundCog },
      { label: 'Se former', href: paths.literacy, icon: BookOpen },
    ],
  },
]

/**
 * Path used to mark the current entry. The simple chatbot counts as the assistant chat if it has an assistant, and as « Mon espace » if it resumes a
 * conversation. A new conversation marks no entry.
 */
export function menuPath(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  if (pathname !== pages.chatbot) return pathname
  if (query.has('assistant')) return pages.chatbotAssistant
  return query.has('conversation') ? paths.mySpace : pathname
}

/** Whether the path belongs to the entry. Home has no subpaths. */
export function isCurrent(entry: NavigationEntry, pathname: string): boolean {
  return [entry.href, ...(entry.otherPaths ?? [])].some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** Whether one of the group's entries is current. */
export const hasCurrentEntry = (group: NavigationGroup, pathname: string): boolean => group.entries.some((entry) => isCurrent(entry, pathname))

/** Entries that the user may see. @param user null for a visitor who is not signed in */
export function visibleTo(user: Pick<LayoutUser, 'is_admin'> | null, list: readonly NavigationEntry[]): NavigationEntry[] {
  return list.filter((entry) => (user ? !entry.isAdminOnly || user.is_admin : entry.isPublic))
}
