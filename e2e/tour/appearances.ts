import type { Page } from 'playwright-core'
import { type Theme, isWhole } from '../support/whole.ts'
import { states, type State } from './states.ts'

/** `width` in CSS pixels. */
export type Appearance = { theme: Theme; width: 1280 | 390 | 320 }

// One thing changes at a time.
const round: readonly Appearance[] = [
  { theme: 'light', width: 1280 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
  { theme: 'dark', width: 1280 },
]

/**
 * The appearances of a screen, each state beginning with another, so that pages also load narrow and dark: all four in a full
 * proof; otherwise one, wide and light where it is filled, narrow and dark where it fails.
 */
export function appearances(state: State): [Appearance, ...Appearance[]] {
  const first = states.indexOf(state)
  const all: [Appearance, ...Appearance[]] = [round[first]!, ...round.slice(first + 1), ...round.slice(0, first)]
  if (isWhole) return all
  return [all[0]]
}

/** 320 × 256 is a window of 1280 × 1024 at 400 %. */
const heights = { 1280: 800, 390: 844, 320: 256 }

/** What the page has from its next load on. */
export async function setAppearance(page: Page, { theme, width }: Appearance): Promise<void> {
  await Promise.all([page.setViewportSize({ width, height: heights[width] }), page.emulateMedia({ colorScheme: theme })])
}

/**
 * Gives the page that appearance, with no reload, and lets it answer: a query of its style that no longer holds is told at the
 * next frame, a size that changed at the end of that frame, and what it draws then is there one frame later.
 */
export async function change(page: Page, appearance: Appearance): Promise<void> {
  await setAppearance(page, appearance)
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })()`)
}
