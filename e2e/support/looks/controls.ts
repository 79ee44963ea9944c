import type { Page } from 'playwright-core'

/** English words that a library may leave in the interface. */
const englishWords =
  /\b(close|open|submit|search|delete|next|previous|loading|dismiss|required|choose|select|clear|show|hide|more|sort|row|column|increase|decrease|drop|browse|expand|collapse|toggle|user|settings|remove|edit|cancel|save)\b/i

const roles = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'switch',
  'tab',
  'menuitem',
  'option',
  'slider',
  'spinbutton',
  'img',
  'table',
  'dialog',
]

/** Finds controls and images that a screen reader would announce without a name, or with an English one (trust case A11-17). */
export async function nameProblems(page: Page): Promise<string[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n')
  return lines.flatMap((line, at) => {
    const [, role = '', name] = /^\s*- (\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? []
    if (!roles.includes(role)) return []
    // A table in an answer gets its name from the group that scrolls it.
    if (role === 'table' && name === undefined && /\b(group|region) "/.test(lines[at - 1] ?? '')) return []
    if (name === undefined || name.trim() === '') return [`no name: ${line.trim()}`]
    return englishWords.test(name) ? [`English: ${line.trim()}`] : []
  })
}

/**
 * Finds fields without a label, passwords without `autocomplete`, errors without a message, and required fields not announced as such (trust case A11-15).
 */
export function fieldProblems(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const shown = (element) => element.checkVisibility() && !element.closest('[inert], [aria-hidden="true"]')
    const fields = [...document.querySelectorAll('input:not([type=hidden], [type=file]), textarea, select')].filter(shown)
    const text = (ids) => (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim()
    return fields.flatMap((field) => {
      const label = text(field.getAttribute('aria-labelledby')) || [...(field.labels ?? [])].map((one) => one.textContent).join(' ') || field.getAttribute('aria-label') || ''
      const problems = []
      if (label.trim() === '') problems.push('no label')
      if ((field.required || field.getAttribute('aria-required') === 'true') && !/obligatoire/.test(label)) problems.push('required, not told')
      if (field.type === 'password' && !/^(current|new)-password$/.test(field.autocomplete)) problems.push('password without autocomplete')
      if (field.getAttribute('aria-invalid') === 'true' && text(field.getAttribute('aria-describedby')) === '') problems.push('an error that nothing tells')
      return problems.map((problem) => problem + ': ' + label + ' ' + field.outerHTML.slice(0, 140))
    })
  })()`)
}

/** Finds tables without a caption, headers or sort state (trust case A11-16). */
export function tableProblems(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const tables = [...document.querySelectorAll('table')].filter((table) => !table.closest('[role="log"], [role="textbox"]'))
    const ofTables = tables.flatMap((table) => {
      const problems = []
      if (!table.caption?.textContent.trim() && !table.getAttribute('aria-label') && !table.getAttribute('aria-labelledby')) problems.push('no caption')
      const heads = [...table.querySelectorAll('thead th')]
      if (heads.length === 0) problems.push('no header')
      if (heads.some((head) => head.scope !== 'col')) problems.push('a header without scope')
      if (heads.some((head) => head.textContent.trim() === '')) problems.push('an empty header')
      const sorted = heads.filter((head) => head.querySelector('button'))
      if (sorted.length > 0 && heads.filter((head) => head.ariaSort).length !== 1) problems.push('an order that is not told')
      return problems.map((problem) => problem + ': ' + (table.caption?.textContent ?? table.outerHTML.slice(0, 100)))
    })
    const pages = [...document.querySelectorAll('nav')].filter((nav) => !nav.getAttribute('aria-label') && !nav.getAttribute('aria-labelledby'))
    return [...ofTables, ...pages.map((nav) => 'a navigation without a name: ' + nav.outerHTML.slice(0, 100))]
  })()`)
}

/** Finds fields without a visible border in high contrast (trust case A11-23). */
export function edgeProblems(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const shown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
    const drawn = (element) => { const style = getComputedStyle(element); return ['Top', 'Bottom'].some((side) => style['border' + side + 'Style'] !== 'none' && parseFloat(style['border' + side + 'Width']) >= 1) || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) }
    const fields = [...document.querySelectorAll('input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), textarea, select, [aria-haspopup="listbox"]')].filter(shown)
    return fields.filter((field) => ![field, field.parentElement, field.parentElement?.parentElement].some(drawn)).map((field) => 'no edge: ' + field.outerHTML.slice(0, 160))
  })()`)
}

/** Records every animation or transition that lasts more than 1 ms (trust case A11-13). To be called before the page opens. */
export async function recordMotions(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    globalThis.motions = []
    const note = (event) => {
      for (const motion of event.target.getAnimations?.() ?? []) {
        const { duration } = motion.effect.getTiming()
        if (Number(duration) > 1) globalThis.motions.push(event.type + ' ' + duration + ' ms: ' + event.target.outerHTML.slice(0, 100))
      }
    }
    for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, note, true)
  })()`)
}

export const recordedMotions = (page: Page): Promise<string[]> => page.evaluate<string[]>('[...new Set(globalThis.motions)]')
