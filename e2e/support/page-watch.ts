import type { BrowserContext, Request } from 'playwright-core'

export type PageWatch = {
  /** Marks problems whose text matches the pattern as expected by the test, from now on. */
  expect(pattern: RegExp): void
  /** Hosts that received a request, except the application's own. */
  foreignHosts(): string[]
  /** Unexpected problems, one line each. */
  problems(): string[]
  /** @throws with the list of problems, if any */
  assertClean(): void
}

/**
 * Errors that Chromium and Firefox report for a request that the page cancelled. The last one is for a reply in progress: more data arrived after the page
 * had closed it (stream of changes, at sign-out).
 */
const cancelledErrors = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED', 'NS_BASE_STREAM_CLOSED']

/** Pattern of an error in Firefox: a screenshot adds an empty style (`body {}`), which the content security policy refuses by its hash. */
const screenshotStyleError = /blocked an inline style .*'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA='/

/** Pattern of an exception in Firefox: a font that is no longer needed because the page was left. The number is the code of NS_BINDING_ABORTED. */
const cancelledFont = /downloadable font: download failed .*status=2152398850/

/**
 * Records what a person would not see and should not happen: a console error, an exception, a failed request, a request to another origin. A cancelled
 * request is not a failure: pages cancel what they no longer need.
 */
export function watchPage(context: BrowserContext, origin: string, expected: RegExp[]): PageWatch {
  const problems: string[] = []
  const patterns = [screenshotStyleError, cancelledFont, ...expected]
  const hosts = new Set<string>()

  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => problems.push(`exception: ${error.error().stack ?? error.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (!cancelledErrors.includes(reason)) problems.push(`request: ${describe(request)} ${reason}`)
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
