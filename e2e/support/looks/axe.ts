import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'RGAAv4']
/** Rules that a change of colours alone can break. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe-core on the current page. The script is injected through the debugging protocol, so that the content security policy of the page stays in
 * force.
 * @param scope `colours`: checks only the colours, for a page already checked in other colours
 * @returns one block of text per broken rule: the rule, its severity, the elements and the fix
 */
export async function accessibilityProblems(page: Page, scope: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(`(() => { ${axeSource} })()`)
  const options = JSON.stringify({
    runOnly: scope === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: colourRules },
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

/**
 * Checks that axe-core finds no problem.
 * @param where route and state, for the message
 * @param scope see `accessibilityProblems`
 * @throws with the list of problems
 */
export async function expectAccessible(page: Page, where: string, scope: 'all' | 'colours' = 'all'): Promise<void> {
  const problems = await accessibilityProblems(page, scope)
  if (problems.length > 0) throw new Error(`${where}: ${problems.length} accessibility problem(s)\n${problems.join('\n\n')}`)
}
