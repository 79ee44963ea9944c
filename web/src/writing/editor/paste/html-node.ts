/** Node of a parsed HTML text: an element of a browser, reduced to what is read of it. */
export interface HtmlNode {
  /** Name of the element in lower case; `#text` for a text. Other names that begin with `#` are ignored. */
  name: string
  text: string
  children: readonly HtmlNode[]
  /** Value of an attribute; empty when it is absent. */
  attribute(name: string): string
}

/** Parses HTML with the parser of the browser. Nothing of it is loaded or run. */
export const parseHtml = (html: string): HtmlNode => fromDom(new DOMParser().parseFromString(html, 'text/html').body)

function fromDom(node: globalThis.Node): HtmlNode {
  return {
    name: node.nodeName.toLowerCase(),
    text: node.nodeType === 3 ? (node.nodeValue ?? '') : '',
    children: [...node.childNodes].map(fromDom),
    attribute: (name) => (node instanceof Element ? (node.getAttribute(name) ?? '') : ''),
  }
}
