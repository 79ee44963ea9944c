import type { routes, SentBody } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { apiAs, createAccount, type Api } from './api.ts'
import { openPage, type OpenPage } from './browser.ts'
import { signIn, type Credentials } from './pages.ts'
import { borrowServer, type BorrowedServer } from './servers/shared-server.ts'
import { openSite, type Site } from './site.ts'

interface OnePerson extends Site<BorrowedServer> {
  person: Credentials
  /** What the person may ask by the interface. */
  api: Api
  /** A new page for each test, where the person is signed in; `page` is its page. */
  opened: OpenPage
  page: Page
}

interface Options {
  fields?: Partial<SentBody<typeof routes.users.create>>
  /** Another person for each test: what one has written is not there for the next. */
  isNewEachTime?: boolean
  /** Console errors and failed requests that each test knows of; see `PageWatch.expect`. */
  expected?: RegExp[]
}

/** What the tests of a file have who all look as one person, on a lent server. @returns what they have, from the first hook on */
export function onePerson(username: string, { fields = {}, isNewEachTime = false, expected = [] }: Options = {}): OnePerson {
  const one = openSite(borrowServer) as OnePerson
  const arrive = async () => {
    one.person = await createAccount(one.server.admin, isNewEachTime ? `${username}${crypto.randomUUID().slice(0, 8)}` : username, fields)
    one.api = await apiAs(one.server.url, one.person)
  }
  if (!isNewEachTime) beforeAll(arrive)
  beforeEach(async () => {
    if (isNewEachTime) await arrive()
    one.opened = await openPage(one.browser, one.server.url, { expected })
    one.page = one.opened.page
    await signIn(one.page, one.person)
  })
  afterEach(() => one.opened.close())
  return one
}
