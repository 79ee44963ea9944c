import type { Page } from 'playwright-core'

/** Finds elements wider than the window, when the page scrolls horizontally (trust case A11-12). */
export function horizontalOverflowProblems(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    return ['the page is ' + scrollWidth + ' px wide in ' + clientWidth, ...wide.slice(-5).map((element) => element.outerHTML.slice(0, 120))]
  })()`)
}

/**
 * Finds controls smaller than 24 × 24 px, except links inside a sentence and controls with 24 px of free space around them (WCAG 2.5.8; trust case
 * A11-14). The native select behind a custom one is clipped to one pixel and is not a target.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const controls = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=menuitem]')]
    const drawn = controls.map((element) => ({ element, box: element.getBoundingClientRect() })).filter(({ element, box }) =>
      box.width > 1 && box.height > 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !element.closest('[inert], [data-react-aria-prevent-focus]'))
    const inSentence = (element) => element.matches('a') && getComputedStyle(element).display === 'inline'
    const alone = (one) => drawn.every(({ element, box }) => {
      if (element === one.element || element.contains(one.element) || one.element.contains(element)) return true
      const dx = Math.max(0, Math.max(box.left, one.box.left + one.box.width / 2) - Math.min(box.right, one.box.left + one.box.width / 2))
      const dy = Math.max(0, Math.max(box.top, one.box.top + one.box.height / 2) - Math.min(box.bottom, one.box.top + one.box.height / 2))
      return Math.hypot(dx, dy) >= 12
    })
    const labelled = (element) => [...(element.labels ?? [])].some((label) => { const box = label.getBoundingClientRect(); return box.width >= 24 && box.height >= 24 })
    return drawn.filter((one) => (one.box.width < 24 || one.box.height < 24) && !inSentence(one.element) && !labelled(one.element) && !alone(one))
      .map(({ element, box }) => Math.round(box.width) + '×' + Math.round(box.height) + ' ' + element.outerHTML.slice(0, 140))
  })()`)
}

/**
 * Checks the structure of a page of the application: one main region, one first heading, title, language, and a link to skip to the content (trust cases
 * A11-07 and A11-20).
 */
export function landmarkProblems(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const problems = []
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
    if (shown('main').length !== 1) problems.push(shown('main').length + ' main regions')
    if (shown('h1').length !== 1) problems.push(shown('h1').length + ' first headings: ' + shown('h1').map((heading) => heading.textContent).join(' / '))
    if (!/ – Parvis$|^Parvis/.test(document.title)) problems.push('title: ' + document.title)
    if (document.documentElement.lang !== 'fr') problems.push('language: ' + document.documentElement.lang)
    const skip = document.querySelector('a[href^="#"]')
    if (!skip || !document.getElementById(skip.getAttribute('href').slice(1))) problems.push('no skip link')
    return problems
  })()`)
}
