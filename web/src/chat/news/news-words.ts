import type { News } from '@parvis/contract'
import { paths } from '../../paths.ts'
import { plural } from '../../ui/words/formats.ts'

interface NewsItem {
  label: string
  /** Page that shows the item; the menu entry of that page carries its count. */
  href: string
}

/** Sentences of the news on the home page, each with the page that shows it. Zero counts are left out. */
export function newsItems(news: News, isAdmin: boolean): NewsItem[] {
  const { to_review, refusals, conversations, projects, assistants } = news
  const items: [number, string, string][] = [
    [to_review, `${plural(to_review, 'assistant')} à relire`, isAdmin ? paths.assistantsAdmin : paths.ownAssistants],
    [refusals, plural(refusals, 'proposition refusée', 'propositions refusées'), paths.ownAssistants],
    [conversations, plural(conversations, 'conversation partagée avec vous', 'conversations partagées avec vous'), paths.shares],
    [projects, plural(projects, 'projet partagé avec vous', 'projets partagés avec vous'), paths.projects],
    [assistants, plural(assistants, 'assistant partagé avec vous', 'assistants partagés avec vous'), paths.assistants],
  ]
  return items.filter(([count]) => count > 0).map(([, label, href]) => ({ label, href }))
}

/** Counts beside the menu entries, by path of the entry. */
export function countsByEntry({ to_review, refusals, conversations, projects, assistants }: News, isAdmin: boolean): Readonly<Record<string, number>> {
  return {
    [paths.assistants]: assistants + refusals + (isAdmin ? 0 : to_review),
    [paths.mySpace]: conversations,
    [paths.projects]: projects,
    [paths.assistantsAdmin]: isAdmin ? to_review : 0,
  }
}
