import type { BrowserContext, Page } from 'playwright-core'

/**
 * Records, on every page opened in the context from now on, the effects of hostile text (trust cases INJ-01 and 02): a call of `xss()`, a dialog, a
 * violation of the content security policy, and any active element or attribute added to the page.
 */
export async function armTripwire(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    const sprung = globalThis.sprung = new Set()
    globalThis.xss = () => void sprung.add('a script ran')
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) globalThis[name] = () => void sprung.add(name + '() was called')
    addEventListener('securitypolicyviolation', (event) => sprung.add('content policy: ' + event.violatedDirective + ' ' + event.blockedURI))
    const acting = 'script, iframe, frame, object, embed, base, applet, portal, fencedframe, template[shadowrootmode], meta[http-equiv], form[action], [formaction], [srcdoc], [ping], [background]'
    const own = (value) => value === '' || /^(#|\\/(?!\\/)|\\.)/.test(value) || value.startsWith(location.origin + '/') || value.startsWith('blob:' + location.origin)
    const lookAt = (element) => {
      if (element.matches(acting) && !(element.localName === 'script' && own(element.getAttribute('src') ?? 'inline'))) sprung.add('element: ' + element.outerHTML.slice(0, 160))
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) sprung.add('attribute ' + name + ': ' + element.outerHTML.slice(0, 160))
        const isLink = element.localName === 'a' && name === 'href'
        const leads = ['href', 'src', 'srcset', 'xlink:href', 'data', 'poster', 'action', 'cite', 'longdesc'].includes(name)
        if (leads && !own(value) && !(isLink && /^(https?|mailto):/.test(value))) sprung.add('address ' + name + '=' + value + ': ' + element.outerHTML.slice(0, 160))
        if (name === 'style' && /url\\(|expression|behavior/i.test(value)) sprung.add('style: ' + value)
      }
    }
    const look = (node) => {
      if (!(node instanceof Element)) return
      lookAt(node)
      for (const inside of node.querySelectorAll('*')) lookAt(inside)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) type === 'attributes' ? lookAt(target) : addedNodes.forEach(look)
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })()`)
}

/** Effects recorded on this page since it was opened. */
export const triggered = (page: Page): Promise<string[]> => page.evaluate<string[]>('[...globalThis.sprung]')
