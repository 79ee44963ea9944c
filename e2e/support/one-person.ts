import type { routes, SentRouteBody } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { apiAs, createAccount, type ApiClient } from './api.ts'
import { openPage, type OpenPage } from './browser.ts'
import { signIn, type Credentials } from './pages.ts'
import { borrowServer, type BorrowedServer } from './servers/shared-server.ts'
import { setUpSite, type TestSite } from './site.ts'

interface PersonSite extends TestSite<BorrowedServer> {
  person: Credentials
  /** API client of the person. */
  api: ApiClient
  /** New page for each test, with the person signed in. `page` is its page. */
  opened: OpenPage
  page: Page
}

interface OnePersonOptions {
  fields?: Partial<SentRouteBody<typeof routes.users.create>>
  /** Uses a new person for each test, so that one test does not see what another wrote. */
  isNewEachTime?: boolean
  /** Console errors and failed requests that each test expects; see `PageWatch.expect`. */
  expected?: RegExp[]
}

/**
 * Prepares the tests of a file that all use one person, on a borrowed server.
 * @returns an object that the first hook fills
 */
export function setUpPerson(username: string, { fields = {}, isNewEachTime = false, expected = [] }: OnePersonOptions = {}): PersonSite {
  const one = setUpSite(borrowServer) as PersonSite
  const createPerson = async () => {
    one.person = await createAccount(one.server.admin, isNewEachTime ? `${username}${crypto.randomUUID().slice(0, 8)}` : username, fields)
    one.api = await apiAs(one.server.url, one.person)
  }
  if (!isNewEachTime) beforeAll(createPerson)
  beforeEach(async () => {
    if (isNewEachTime) await createPerson()
    one.opened = await openPage(one.browser, one.server.url, { expected })
    one.page = one.opened.page
    await signIn(one.page, one.person)
  })
  afterEach(() => one.opened.close())
  return one
}
