import { navigationEntries, navigationGroups, visibleTo, type NavigationEntry } from '../../layout/sidebar/navigation.ts'
import { linkedPages, sections } from '../../layout/sidebar/SectionNav.tsx'
import type { LayoutUser } from '../../layout/user.ts'
import { paths } from '../../paths.ts'

export interface MapLink {
  label: string
  href: string
  /** Other pages of the same section. */
  subpages: readonly MapLink[]
}

interface MapPart {
  title: string
  links: readonly MapLink[]
}

const link = (label: string, href: string): MapLink => ({ label, href, subpages: [] })

const families = Object.values(sections)

/** Converts a menu entry to a link, with the pages that its own navigation leads to. */
function linkOf({ label, href }: NavigationEntry): MapLink {
  const family = families.find(({ pages }) => pages[0].href === href)
  return { label, href, subpages: [...(linkedPages[href] ?? []), ...(family?.pages.slice(1) ?? [])].map((page) => link(page.label, page.href)) }
}

const account = [link('Connexion', paths.login), link('Inscription', paths.register), link('Mot de passe oublié', paths.forgotPassword)]
const aboutLinks = [link('Déclaration d’accessibilité', paths.accessibility), link('Confidentialité', paths.privacy), link('Mentions légales', paths.legal)]

/** Lists every page that this person can open directly, in titled parts. A null user is a visitor. */
export function siteMap(user: Pick<LayoutUser, 'is_admin'> | null): MapPart[] {
  const menu = { title: 'Pages principales', links: visibleTo(user, navigationEntries).map(linkOf) }
  const grouped = navigationGroups.map((group) => ({ title: group.label, links: visibleTo(user, group.entries).map(linkOf) }))
  return listEachPageOnce([
    menu,
    ...(user === null ? [{ title: 'Votre compte', links: account }] : grouped),
    { title: 'À propos de ce site', links: aboutLinks },
  ])
}

/** Lists each page once: a page that is itself an entry is removed from under the others, and a page under two entries stays under the first. */
function listEachPageOnce(parts: readonly MapPart[]): MapPart[] {
  const listedHrefs = new Set(parts.flatMap(({ links }) => links.map(({ href }) => href)))
  const isNew = ({ href }: MapLink) => !listedHrefs.has(href) && listedHrefs.add(href)
  return parts.map((part) => ({ ...part, links: part.links.map((one) => ({ ...one, subpages: one.subpages.filter(isNew) })) }))
}
