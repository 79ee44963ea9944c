import type { Page } from 'playwright-core'

type Stop = { name: string; isSeen: boolean; isMarked: boolean }

/**
 * Goes through the page with Tab alone, from its beginning to its end.
 * @returns what a person without a mouse would stumble on: a stop without a mark (2 px at least), outside the window, or that keeps the focus
 */
export async function keyboardProblems(page: Page, most = 150): Promise<string[]> {
  await page.evaluate(`(document.activeElement?.blur(), window.scrollTo(0, 0))`)
  const problems: string[] = []
  let previous = ''
  let same = 0
  for (let at = 0; at < most; at += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<Stop | null>(look)
    if (stop === null) return problems
    same = stop.name === previous ? same + 1 : 0
    previous = stop.name
    // A date has several parts, one stop each.
    if (same > 5) return [...problems, `the focus stays on ${stop.name}`]
    if (!stop.isMarked) problems.push(`no mark of focus: ${stop.name}`)
    if (!stop.isSeen) problems.push(`focused out of sight: ${stop.name}`)
  }
  return problems
}

/**
 * The stops without a mark in the colours that the page now has, each focused in turn: to be asked after `keyboardProblems`, which
 * leaves the browser sure that a keyboard is in use, and marks due.
 */
export function markProblems(page: Page, most = 150): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const isMarked = ${isMarked}
    const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((element) => element.checkVisibility()).slice(0, ${most})
    const problems = []
    let examined = 0
    for (const element of stops) {
      element.focus()
      // A card whose title is focused learns it from the page's code.
      await new Promise((resolve) => setTimeout(resolve))
      if (document.activeElement !== element || !element.matches(':focus-visible')) continue
      examined += 1
      if (!isMarked(element)) problems.push('no mark of focus: ' + element.outerHTML.slice(0, 160))
    }
    return examined === 0 ? ['no stop was examined'] : problems
  })()`)
}

// A mark may be drawn by the element or by the field that holds it.
const holders = `(element) => [element, element.parentElement, element.parentElement?.parentElement, element.labels?.[0]].filter(Boolean)`
const isMarked = `(element) => (${holders})(element).some((holder) => [null, '::before', '::after'].map((part) => getComputedStyle(holder, part)).some((style) =>
  (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none'))`

const look = `(() => {
  const active = document.activeElement
  if (!active || active === document.body || active === document.documentElement) return null
  const seen = (${holders})(active).some((element) => { const box = element.getBoundingClientRect(); return box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth })
  return { name: active.outerHTML.slice(0, 160) + ' @' + [...document.querySelectorAll('*')].indexOf(active), isSeen: seen, isMarked: (${isMarked})(active) }
})()`
