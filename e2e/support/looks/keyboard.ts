import type { Page } from 'playwright-core'
import { isFullProof } from '../whole.ts'

type FocusStop = { name: string; isSeen: boolean; isMarked: boolean }

/** Maximum number of stops. A full proof also visits the actions of every row of a long list. */
const maxStops = isFullProof ? 150 : 60
/** Number of key presses between two checks of whether the end is reached. */
const pressesPerCheck = 5

/**
 * Goes through the page with Tab alone, from beginning to end. The page examines each stop at the next key press, when its effects are complete.
 * @returns problems for a person without a mouse: a stop without a focus mark (2 px at least), a stop outside the window, or one that traps the focus
 */
export async function keyboardProblems(page: Page, maxFocusStops = maxStops): Promise<string[]> {
  await page.evaluate(`(() => {
    document.activeElement?.blur()
    window.scrollTo(0, 0)
    const trail = globalThis.focusTrail = { stops: [], isOver: false }
    trail.note = () => {
      if (trail.isOver) return
      const stop = ${describeStop}
      if (stop !== null) trail.stops.push(stop)
      else if (trail.stops.length > 0) trail.isOver = true
    }
    addEventListener('keydown', trail.note, true)
  })()`)
  for (let at = 1; at <= maxFocusStops; at += 1) {
    await page.keyboard.press('Tab')
    if (at % pressesPerCheck === 0 && (await page.evaluate<boolean>('focusTrail.isOver'))) break
  }
  const stops = await page.evaluate<FocusStop[]>(`(removeEventListener('keydown', focusTrail.note, true), focusTrail.note(), focusTrail.stops)`)
  const problems: string[] = stops.length === 0 ? ['no stop was met'] : []
  let same = 0
  for (const [at, stop] of stops.entries()) {
    same = stop.name === stops[at - 1]?.name ? same + 1 : 0
    // A date field has several parts, with one stop each.
    if (same > 5) return [...problems, `the focus stays on ${stop.name}`]
    if (!stop.isMarked) problems.push(`no mark of focus: ${stop.name}`)
    if (!stop.isSeen) problems.push(`focused out of sight: ${stop.name}`)
  }
  return problems
}

/**
 * Finds the stops without a focus mark in the current colours; each one is focused in turn. To be called after `keyboardProblems`, which makes the browser
 * treat the keyboard as in use and show focus marks. Only one of several elements with the same styles and parents is examined, except in a full proof.
 */
export function markProblems(page: Page, most = 150): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const isMarked = ${isMarked}
    const looksOf = (one) => [one.localName, ...['class', 'type', 'role', 'aria-current', 'aria-pressed', 'aria-selected', 'aria-expanded', 'aria-invalid'].map((name) => one.getAttribute(name))].join(' ')
    const kinds = new Set()
    const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((element) => element.checkVisibility()).slice(0, ${most})
    const problems = []
    let examined = 0
    for (const element of stops) {
      const kind = (${markHolders})(element).map(looksOf).join(' in ')
      if (!${isFullProof} && kinds.has(kind)) continue
      element.focus()
      // A card whose title is focused learns it from the page's code.
      await new Promise((resolve) => setTimeout(resolve))
      if (document.activeElement !== element || !element.matches(':focus-visible')) continue
      kinds.add(kind)
      examined += 1
      if (!isMarked(element)) problems.push('no mark of focus: ' + element.outerHTML.slice(0, 160))
    }
    return examined === 0 ? ['no stop was examined'] : problems
  })()`)
}

// The focus mark may be drawn by the element or by the field around it.
const markHolders = `(element) => [element, element.parentElement, element.parentElement?.parentElement, element.labels?.[0]].filter(Boolean)`
const isMarked = `(element) => (${markHolders})(element).some((holder) => [null, '::before', '::after'].map((part) => getComputedStyle(holder, part)).some((style) =>
  (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none'))`

const describeStop = `(() => {
  const active = document.activeElement
  if (!active || active === document.body || active === document.documentElement) return null
  const seen = (${markHolders})(active).some((element) => { const box = element.getBoundingClientRect(); return box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth })
  return { name: active.outerHTML.slice(0, 160) + ' @' + [...document.querySelectorAll('*')].indexOf(active), isSeen: seen, isMarked: (${isMarked})(active) }
})()`
