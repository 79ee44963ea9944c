import type { Page } from 'playwright-core'

/** Records what the live regions announce on every page opened from now on (trust case A11-05). To be called before the page opens. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    const live = '[role="alert"], [role="status"]'
    globalThis.announced = []
    const say = (node) => {
      const words = node.textContent?.trim()
      if (words) globalThis.announced.push(words)
    }
    const watch = () => new MutationObserver((changes) => {
      const told = new Set()
      // A sentence that takes the place of another changes a text in place, without a new node.
      for (const { addedNodes, target, type } of changes) for (const node of type === 'characterData' ? [target] : addedNodes) {
        const element = node instanceof Element ? node : target
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live)
        const inside = element.matches?.(live) ? [element] : [...(element.querySelectorAll?.(live) ?? [])]
        for (const one of region ? [region] : inside) told.add(one)
      }
      told.forEach(say)
    }).observe(document, { childList: true, characterData: true, subtree: true })
    watch()
  })()`)
}

/** Clears the recorded announcements. */
export const clearAnnouncements = (page: Page): Promise<void> => page.evaluate('void (globalThis.announced.length = 0)')

/** Returns the number of announcements that contain `words` on this page. */
export async function timesAnnounced(page: Page, words: string): Promise<number> {
  const announced = await page.evaluate<string[]>('globalThis.announced')
  return announced.filter((one) => one.includes(words)).length
}
