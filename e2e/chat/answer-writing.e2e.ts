import { afterAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/looks/axe.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { startRecitingModel, type RecitingModel } from '../support/servers/reciting-model.ts'
import { screenshot } from '../support/looks/screenshots.ts'
import { startServer } from '../support/servers/server.ts'
import { setUpSite, pageVisits } from '../support/site.ts'

// How an answer looks while it is being written, and once it is whole: every shape that models give.

const paragraph = 'Le conseil municipal délibère, le maire exécute, et le service instructeur tient le registre. '.repeat(8)

const answer = `## Note de cadrage

Le **conseil** vote *à la majorité*[^vote], selon l’[article L2121-29](https://www.legifrance.gouv.fr/codes)[^code].

Mairie de Bourg
Salle du conseil

La part est \\(\\frac{75}{250} \\times 100 = 30\\,\\%\\).

1. **Exposé** des motifs ;
2. visa du \`code général\`.

   - avis _sous huitaine_

| Poste | Montant |
|:------|--------:|
| **Voirie** | 12 000 € |
| École | 3 000 € |

\`\`\`sql
select * from budget where poste = '**';
\`\`\`

> Citation ~~ancienne~~ nouvelle.

${paragraph}

${paragraph}

[^vote]: Suffrages *exprimés*.
[^code]: Code général des collectivités territoriales.
`

let model: RecitingModel
const site = setUpSite(async () => {
  model = await startRecitingModel(() => answer, 200)
  return startServer({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'recitation' })
})
const visit = pageVisits(site)
afterAll(() => model?.close())

/** Script that records in `window.flashes` each Markdown mark visible outside code after a change of the page. */
const watchMarks = `
  window.flashes = []
  window.changes = 0
  new MutationObserver(() => {
    const shown = document.querySelector('[role="log"] article:last-child')?.cloneNode(true)
    if (!shown) return
    for (const code of shown.querySelectorAll('code, [class*="code" i]')) code.remove()
    window.changes += 1
    const mark = /\\*|\\]\\(|\\[|\\]|\`|~~|\\|\\s|--|#\\s|_|\\\\|[{}]/.exec(shown.textContent)
    if (mark) window.flashes.push(shown.textContent.slice(Math.max(0, mark.index - 20), mark.index + 20))
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
`

test('shows no mark while it is being written, then its table, its code and its notes, which lead to their text and back', async () => {
  const { page } = await visit(site.server.root, { path: '/chatbot' })
  const question = page.getByRole('textbox', { name: 'Votre question' })
  await question.fill('Rédige la note.')
  await page.evaluate(watchMarks)
  await question.press('Enter')
  await page.getByRole('group', { name: 'Actions sur cette réponse' }).waitFor()
  expect(await page.evaluate<number>('window.changes')).toBeGreaterThan(20)
  expect(await page.evaluate('window.flashes')).toEqual([])

  const log = page.getByRole('log')
  expect(await log.innerText()).toContain('Mairie de Bourg\nSalle du conseil')
  await log.getByText('La part est 75/250 × 100 = 30 %.').waitFor()
  expect(await log.getByRole('columnheader').allInnerTexts()).toEqual(['Poste', 'Montant'])
  expect(await log.getByRole('group', { name: 'Bloc de code sql' }).innerText()).toContain("poste = '**'")
  const notes = log.getByRole('listitem').filter({ has: page.getByRole('link', { name: /Revenir à l’appel/ }) })
  expect((await notes.allInnerTexts()).map((text) => text.trim())).toEqual(['Suffrages exprimés. ↑', 'Code général des collectivités territoriales. ↑'])
  await waitUntilSettled(page)
  await expectAccessible(page, 'answer with notes')

  const call = log.getByRole('link', { name: 'Note 2', exact: true })
  const isInSight = (id: string | null) =>
    page.evaluate<boolean>(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.getElementById(${JSON.stringify(id)}).getBoundingClientRect())`)
  const noteId = (await call.getAttribute('href'))!.slice(1)
  const callId = await call.getAttribute('id')
  const focused = () => page.evaluate<string>('document.activeElement.id')
  await call.click()
  await expect.poll(() => isInSight(noteId)).toBe(true)
  expect(await focused()).toBe(noteId)
  await screenshot(page, 'answer-notes', { fullPage: false })
  await notes.nth(1).getByRole('link', { name: 'Revenir à l’appel de la note 2' }).click()
  await expect.poll(() => isInSight(callId)).toBe(true)
  expect(await focused()).toBe(callId)
})
