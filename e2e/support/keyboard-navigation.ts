import type { Page } from 'playwright-core'

/** Returns the approximate accessible name of the focused element: its label, or its text. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const active = document.activeElement
    if (!active || active === document.body) return ''
    const by = active.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    return (active.getAttribute('aria-label') || by || active.labels?.[0]?.textContent || active.textContent || '').replace(/\\s+/g, ' ').trim()
  })()`)

/**
 * Presses Tab until the element with this name has the focus, as a person without a mouse does.
 * @throws with the last stops, after `most` presses without finding it
 */
export async function tabTo(page: Page, name: RegExp, { key = 'Tab', most: maxPresses = 120 } = {}): Promise<void> {
  const stops: string[] = []
  for (let at = 0; at < maxPresses; at += 1) {
    await page.keyboard.press(key)
    const stop = await focusedName(page)
    if (name.test(stop)) return
    stops.push(stop.slice(0, 40))
  }
  throw new Error(`${maxPresses} times ${key} do not lead to ${name}; the last stops: ${stops.slice(-12).join(' | ')}`)
}

/** Checks that the focus stays inside a dialog, with Tab and Shift+Tab past its ends. */
export async function isTrapped(page: Page, role: string): Promise<boolean> {
  for (const key of ['Tab', 'Shift+Tab'])
    for (let at = 0; at < 12; at += 1) {
      await page.keyboard.press(key)
      const isOut = await page.evaluate<boolean>(`(() => {
        const active = document.activeElement
        return active !== null && active !== document.body && !active.closest('[role="${role}"]')
      })()`)
      if (isOut) return false
    }
  return true
}
