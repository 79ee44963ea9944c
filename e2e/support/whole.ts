import type { Theme } from './browser.ts'

/**
 * Whether everything is asked for, as in a full proof (`npm run prove`), its faults at full length included (PARVIS_PROVE); `npm test`
 * leaves it what costs much and finds nearly the same twice.
 */
export const isWhole = Boolean(process.env['PARVIS_WHOLE'] ?? process.env['PARVIS_PROVE'])

/** `width` in CSS pixels; the rest is told to `openPage`. */
export type Appearance = { theme: Theme; width: number; viewport: { width: number; height: number } }

const all: readonly Appearance[] = [
  { theme: 'dark', width: 320, viewport: { width: 320, height: 640 } },
  { theme: 'light', width: 390, viewport: { width: 390, height: 844 } },
  { theme: 'dark', width: 1280, viewport: { width: 1280, height: 800 } },
]

/** How a screen is looked at with what a journey has put there: narrow and dark, and in a full proof in the other ways. The tour looks at every screen in all of them. */
export const appearances: readonly Appearance[] = isWhole ? all : all.slice(0, 1)

const opposed: readonly Appearance[] = [
  { theme: 'dark', width: 390, viewport: { width: 390, height: 844 } },
  { theme: 'light', width: 1280, viewport: { width: 1280, height: 800 } },
]

/** The two ways that differ most, for a journey that goes as well by both: narrow and dark, and in a full proof wide and light too. */
export const oppositeAppearances: readonly Appearance[] = isWhole ? opposed : opposed.slice(0, 1)
