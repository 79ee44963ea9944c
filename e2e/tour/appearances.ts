import type { Page } from 'playwright-core'
import { type Theme, isFullProof } from '../support/whole.ts'
import { states, type TourState } from './states.ts'

/** `width` in CSS pixels. */
export type TourAppearance = { theme: Theme; width: 1280 | 390 | 320 }

// Consecutive appearances differ by one thing only.
const appearanceCycle: readonly TourAppearance[] = [
  { theme: 'light', width: 1280 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
  { theme: 'dark', width: 1280 },
]

/**
 * Appearances in which a screen in this state is checked. Each state begins with a different one, so that pages are also loaded narrow and dark. A full
 * proof checks all four; otherwise one: wide and light for `filled`, narrow and light for `empty`, narrow and dark for `failing`.
 */
export function appearances(state: TourState): [TourAppearance, ...TourAppearance[]] {
  const first = states.indexOf(state)
  const all: [TourAppearance, ...TourAppearance[]] = [appearanceCycle[first]!, ...appearanceCycle.slice(first + 1), ...appearanceCycle.slice(0, first)]
  if (isFullProof) return all
  return [all[0]]
}

/** 320 × 256 is a window of 1280 × 1024 zoomed to 400 %. */
const heights = { 1280: 800, 390: 844, 320: 256 }

/** Sets the window size and theme of the page. */
export async function setAppearance(page: Page, { theme, width }: TourAppearance): Promise<void> {
  await Promise.all([page.setViewportSize({ width, height: heights[width] }), page.emulateMedia({ colorScheme: theme })])
}

/**
 * Changes the appearance without reloading the page, and waits three frames: media queries are notified at the next frame, changes of size at the end of
 * that frame, and their effects are drawn one frame later.
 */
export async function changeAppearance(page: Page, appearance: TourAppearance): Promise<void> {
  await setAppearance(page, appearance)
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })()`)
}
