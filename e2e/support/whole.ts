export type Theme = 'light' | 'dark'

/**
 * Whether everything is tested, as in a full proof (`npm run prove`), including its long faults (PARVIS_PROVE). `npm test` skips tests that are costly and
 * find nearly the same problems twice.
 */
export const isFullProof = Boolean(process.env['PARVIS_WHOLE'] ?? process.env['PARVIS_PROVE'])

/** `width` in CSS pixels; the other fields are options of `openPage`. */
type ScreenAppearance = { theme: Theme; width: number; viewport: { width: number; height: number } }

const allAppearances: readonly ScreenAppearance[] = [
  { theme: 'dark', width: 320, viewport: { width: 320, height: 640 } },
  { theme: 'light', width: 390, viewport: { width: 390, height: 844 } },
  { theme: 'dark', width: 1280, viewport: { width: 1280, height: 800 } },
]

/**
 * Appearances in which a journey checks the screens with its own data: narrow and dark, plus the other ones in a full proof. The tour checks every screen
 * in all of them.
 */
export const appearances: readonly ScreenAppearance[] = isFullProof ? allAppearances : allAppearances.slice(0, 1)

const opposedAppearances: readonly ScreenAppearance[] = [
  { theme: 'dark', width: 390, viewport: { width: 390, height: 844 } },
  { theme: 'light', width: 1280, viewport: { width: 1280, height: 800 } },
]

/** The two most different appearances, for a journey that runs in both: narrow and dark, plus wide and light in a full proof. */
export const oppositeAppearances: readonly ScreenAppearance[] = isFullProof ? opposedAppearances : opposedAppearances.slice(0, 1)
