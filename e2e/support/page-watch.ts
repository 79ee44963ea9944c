import type { BrowserContext, Request } from 'playwright-core'

export type PageWatch = {
  /** From now on, a problem whose text answers to the pattern is part of the test. */
  expect(pattern: RegExp): void
  /** Hosts that were asked for something, the application's own excepted. */
  foreignHosts(): string[]
  /** What happened and was not expected, one line each. */
  problems(): string[]
  /** Throws with the list of problems, if any. */
  assertClean(): void
}

/**
 * What Chromium and Firefox say of a request that the page itself gave up: the last, of an answer under way whose end the page had closed when
 * another part of it came (the followed changes, at a sign-out).
 */
const cancelled = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED', 'NS_BASE_STREAM_CLOSED']

/** In Firefox, a screenshot begins with an empty style (`body {}`) that the policy of the page refuses, by its hash. */
const byTheScreenshot = /blocked an inline style .*'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA='/

/** What Firefox says, as an exception, of a font that a page which is left no longer needs: the code of NS_BINDING_ABORTED. */
const cancelledFont = /downloadable font: download failed .*status=2152398850/

/**
 * Listens to everything that a person would not see but that should not happen: an error in the
 * console, an exception, a request that fails, a request that leaves the application's origin.
 * A cancelled request is not a failure: pages cancel what they no longer need.
 */
export function watchPage(context: BrowserContext, origin: string, expected: RegExp[]): PageWatch {
  const problems: string[] = []
  const patterns = [byTheScreenshot, cancelledFont, ...expected]
  const hosts = new Set<string>()

  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => problems.push(`exception: ${error.error().stack ?? error.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (!cancelled.includes(reason)) problems.push(`request: ${describe(request)} ${reason}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === origin || ['data:', 'blob:', 'about:'].includes(url.protocol)) return
    hosts.add(url.host)
    problems.push(`foreign host: ${describe(request)}`)
  })

  const unexpected = () => problems.filter((problem) => !patterns.some((pattern) => pattern.test(problem)))
  return {
    expect: (pattern) => void patterns.push(pattern),
    foreignHosts: () => [...hosts],
    problems: unexpected,
    assertClean() {
      const found = unexpected()
      if (found.length > 0) throw new Error(`The page did what the test did not expect:\n${found.join('\n')}`)
    },
  }
}

function describe(request: Request): string {
  return `${request.method()} ${request.url()}`
}
