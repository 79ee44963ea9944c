import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { siteMap } from './site-map.ts'

const addresses = (user: Parameters<typeof siteMap>[0]) =>
  siteMap(user).flatMap(({ links }) => links.flatMap(({ href, subpages }) => [href, ...subpages.map((page) => page.href)]))

/** Paths that are not in the site map: they need a token, an assistant or a project, redirect, or are the map itself. */
const apart: readonly string[] = [paths.chatbotOpenai, paths.siteMap, paths.signInReturn, paths.signedOut, paths.newConversation]
const every: string[] = Object.values(paths).flatMap((path) => (typeof path === 'string' && !apart.includes(path) ? [path] : []))
const forVisitors: readonly string[] = [paths.login, paths.register, paths.forgotPassword]

it('leads an administrator to every page that can be opened as it is', () => {
  expect(addresses({ is_admin: true }).toSorted()).toEqual(every.filter((path) => !forVisitors.includes(path)).toSorted())
})

it('shows nobody a page that would send them away', () => {
  const seen = addresses({ is_admin: false })
  for (const path of [paths.users, paths.assistantsAdmin, paths.prompts, paths.dashboard, paths.retention]) expect(seen).not.toContain(path)
  expect(addresses(null)).toEqual([paths.home, paths.help, ...forVisitors, paths.accessibility, paths.privacy, paths.legal])
})
