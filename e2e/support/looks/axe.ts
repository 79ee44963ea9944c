import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'RGAAv4']
/** What a change of colours alone may break. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe-core finds on the page as it is now, one readable block per rule: the rule, how bad,
 * the elements and what to do. Empty: nothing. The script enters by the debugging protocol,
 * so that the page's own content security policy stays in force.
 * @param what `colours`: a page already looked at, whose colours alone have changed
 */
export async function accessibilityProblems(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(`(() => { ${source} })()`)
  const options = JSON.stringify({
    runOnly: what === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: colourRules },
    resultTypes: ['violations'],
  })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`)
  return violations.map(({ id, impact, help, nodes }) =>
    [
      `${id} (${impact ?? 'unknown'}) ${help}`,
      ...nodes.map((node) => `  ${node.target.join(' ')}\n    ${node.html.slice(0, 200)}\n    ${node.failureSummary?.replaceAll('\n', '\n    ') ?? ''}`),
    ].join('\n'),
  )
}

/** Throws with the list of problems, if any. `where` tells the route and the state in the message. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const problems = await accessibilityProblems(page)
  if (problems.length > 0) throw new Error(`${where}: ${problems.length} accessibility problem(s)\n${problems.join('\n\n')}`)
}
