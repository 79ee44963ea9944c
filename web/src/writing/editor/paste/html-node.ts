/** Node of a parsed HTML text: an element of a browser, reduced to what is read of it. */
export interface HtmlNode {
  /** Name of the element in lower case; `#text` for a text. Other names that begin with `#` are ignored. */
  name: string
  text: string
  children: readonly HtmlNode[]
  /** Value of an attribute; empty when it is absent. */
  attribute(name: string): string
}

interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => { createHTML: (html: string) => unknown }
}

/** Attribute in place of `style` in what is pasted. */
const styleAttribute = 'data-pasted-style'

/** Renames the styles of HTML, which the Content Security Policy would report: attributes are kept under another name, style sheets become templates. */
export const renameStyles = (html: string): string =>
  html.replace(/<(\/?)style\b/gi, '<$1template').replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${styleAttribute}`))

/** Parses HTML with the parser of the browser, in a document without a page: nothing of it is loaded or run, and only its text and names are read. */
export function parseHtml(html: string): HtmlNode {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const renamed = renameStyles(html)
  const trusted = trustedTypes?.createPolicy('parvis-paste', { createHTML: (text) => text }).createHTML(renamed) ?? renamed
  return fromDom(new DOMParser().parseFromString(trusted as string, 'text/html').body)
}

function fromDom(node: globalThis.Node): HtmlNode {
  return {
    name: node.nodeName.toLowerCase(),
    text: node.nodeType === 3 ? (node.nodeValue ?? '') : '',
    children: [...node.childNodes].map(fromDom),
    attribute: (name) => (node instanceof Element ? (node.getAttribute(name === 'style' ? styleAttribute : name) ?? '') : ''),
  }
}
