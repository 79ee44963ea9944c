import type { Page } from 'playwright-core'

/**
 * Watches, from now on, how long something stays on the page, by the page's own clock: a busy machine that looks late does not
 * shorten it.
 * @param isThere expression of the page, true while the thing is shown
 * @returns waits until it has come and gone (15 s at most); milliseconds
 */
export async function watchLifetime(page: Page, isThere: string): Promise<() => Promise<number>> {
  await page.evaluate(`
    globalThis.lifetime = { from: null, to: null };
    new MutationObserver(() => {
      const here = Boolean(${isThere});
      if (here) lifetime.from ??= performance.now();
      else if (lifetime.from !== null) lifetime.to ??= performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  `)
  return async () => {
    const end = Date.now() + 15_000
    for (;;) {
      const { from, to } = await page.evaluate<{ from: number | null; to: number | null }>('lifetime')
      if (from !== null && to !== null) return to - from
      if (Date.now() > end) throw new Error(from === null ? 'It never came' : 'It did not go')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
