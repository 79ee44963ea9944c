import type { Page } from 'playwright-core'

/**
 * Measures how long something stays on the page, by the page's own clock, from now on. A delay of the test on a busy machine does not change the result.
 * @param isShown JavaScript expression, true while the thing is shown
 * @returns a function that waits until it has appeared and disappeared (15 s at most), and returns milliseconds
 */
export async function watchLifetime(page: Page, isShown: string): Promise<() => Promise<number>> {
  await page.evaluate(`
    globalThis.lifetime = { from: null, to: null };
    new MutationObserver(() => {
      const here = Boolean(${isShown});
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
