import type { LibraryDocument, ListedAssistant, ListedConversation, ListedWrittenDocument, Prompt } from '@parvis/contract'
import { navigationEntries, navigationGroups, visibleTo, type NavigationEntry } from '../../layout/sidebar/navigation.ts'
import { linkedPages, sections } from '../../layout/sidebar/SectionNav.tsx'
import type { LayoutUser } from '../../layout/user.ts'
import { paths } from '../../paths.ts'
import { matchesSearch } from '../../ui/lists/matching.ts'

export type PaletteKind = 'conversation' | 'assistant' | 'prompt' | 'document' | 'written' | 'screen'

/** Item of the palette that can be opened. */
export interface PaletteResult {
  /** Unique in the palette. */
  key: string
  kind: PaletteKind
  label: string
  /** Secondary text that distinguishes results of the same name. */
  detail: string
  href: string
  /** Id of an assistant, whose use is counted when the result is opened. */
  assistant_id?: string
}

interface ResultGroup {
  title: string
  results: readonly PaletteResult[]
}

/** Data to search in; each source is undefined while it loads or if it failed. */
export interface PaletteSources {
  /** Conversations found by the server, or the recent ones for an empty search. */
  conversations:
    | readonly Pick<ListedConversation, 'id' | 'title' | 'assistant_id' | 'assistant_name' | 'project_id' | 'library' | 'documents' | 'prompt_id' | 'match'>[]
    | undefined
  documents: readonly Pick<LibraryDocument, 'id' | 'original_filename' | 'category'>[] | undefined
  /** Written documents found by the server by their title and their words. */
  written: readonly Pick<ListedWrittenDocument, 'id' | 'title' | 'owner'>[] | undefined
  assistants: readonly Pick<ListedAssistant, 'id' | 'name' | 'description' | 'usage_count'>[] | undefined
  prompts: readonly Pick<Prompt, 'id' | 'name' | 'content'>[] | undefined
}

/** Maximum number of results of each kind. */
const maxPerKind = 5

/**
 * Returns the results of a search by kind, most likely first. For an empty search, recent conversations, most used assistants and screens. Empty groups
 * are omitted.
 */
export function resultsOf(search: string, user: Pick<LayoutUser, 'is_admin'>, sources: PaletteSources): ResultGroup[] {
  const isBlank = search.trim() === ''
  const conversations = (sources.conversations ?? []).map((conversation) => ({
    key: `conversation ${conversation.id}`,
    kind: 'conversation' as const,
    label: conversation.title,
    detail: conversation.assistant_name ?? '',
    href: paths.resume(conversation, conversation.match?.passage?.message_id),
  }))
  const assistants = assistantsOf(search, sources.assistants ?? []).map(({ id, name, description }) => ({
    key: `assistant ${id}`,
    kind: 'assistant' as const,
    label: name,
    detail: description,
    href: paths.chatbotAssistant({ assistant: id }),
    assistant_id: id,
  }))
  const prompts = (sources.prompts ?? [])
    .filter(({ name }) => !isBlank && matchesSearch(search, [name]))
    .map(({ id, name, content }) => ({ key: `prompt ${id}`, kind: 'prompt' as const, label: name, detail: content, href: paths.chatbot({ prompt: id }) }))
  const documents = (isBlank ? [] : (sources.documents ?? [])).map(({ id, original_filename, category }) => ({
    key: `document ${id}`,
    kind: 'document' as const,
    label: original_filename,
    detail: category,
    href: paths.readDocument(id),
  }))
  const written = (isBlank ? [] : (sources.written ?? [])).map(({ id, title, owner }) => ({
    key: `written ${id}`,
    kind: 'written' as const,
    label: title,
    detail: owner === null ? '' : `partagé par ${owner}`,
    href: paths.writtenDocument(id),
  }))
  const screens = screensOf(user)
    .filter(({ label, under }) => matchesSearch(search, [label, under]))
    // Two menu entries may lead to the same screen.
    .filter(({ href }, index, all) => all.findIndex((other) => other.href === href) === index)
    .map(({ label, under, href }) => ({ key: `screen ${href}`, kind: 'screen' as const, label, detail: under, href }))
  return [
    { title: isBlank ? 'Conversations récentes' : 'Conversations', results: conversations },
    { title: isBlank ? 'Assistants les plus utilisés' : 'Assistants', results: assistants },
    { title: 'Prompts', results: prompts },
    { title: 'Documents rédigés', results: written },
    { title: 'Base documentaire', results: documents },
    { title: 'Écrans', results: screens },
  ]
    .map(({ title, results }) => ({ title, results: results.slice(0, maxPerKind) }))
    .filter(({ results }) => results.length > 0)
}

/** Returns the assistants whose name matches, then those whose description does; the most used first in each part. */
function assistantsOf(search: string, assistants: NonNullable<PaletteSources['assistants']>): NonNullable<PaletteSources['assistants']> {
  const byUse = assistants.toSorted((a, b) => b.usage_count - a.usage_count)
  const matchingAssistants = byUse.filter(({ name }) => matchesSearch(search, [name]))
  return [...matchingAssistants, ...byUse.filter((assistant) => !matchingAssistants.includes(assistant) && matchesSearch(search, [assistant.description]))]
}

/** Lists every screen that this person can open directly. */
function screensOf(user: Pick<LayoutUser, 'is_admin'>): { label: string; under: string; href: string }[] {
  const grouped = navigationGroups.flatMap((group) => visibleTo(user, group.entries).map(({ label, href }) => ({ label, under: group.label, href })))
  const families = user.is_admin
    ? Object.values(sections).flatMap(({ label, pages }) => pages.slice(1).map((page) => ({ label: page.label, under: label, href: page.href })))
    : []
  const subpagesOf = (list: readonly NavigationEntry[]) =>
    visibleTo(user, list).flatMap(({ label, href }) => (linkedPages[href] ?? []).map((page) => ({ label: page.label, under: label, href: page.href })))
  const main = visibleTo(user, navigationEntries).map(({ label, href }) => ({ label, under: '', href }))
  return [...main, ...subpagesOf(navigationEntries), ...grouped, ...families, ...subpagesOf(navigationGroups.flatMap((group) => group.entries))]
}
