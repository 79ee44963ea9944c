import type { HtmlNode } from './html-node.ts'

const voids = new Set(['br', 'hr', 'img', 'meta', 'link', 'col'])
const entities: Record<string, string> = { '&nbsp;': '\u00a0', '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Parses the well-formed HTML of the tests, where no browser is. */
export function parseTestHtml(html: string): HtmlNode {
  const root = element('body', {})
  const open = [root]
  for (const [, comment, close, name = '', attributes = '', text] of html.matchAll(
    /(<!--.*?-->)|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w-]+="[^"]*")*)\s*\/?>|([^<]+)/gs,
  )) {
    const parent = open.at(-1)!
    if (comment !== undefined) parent.children.push({ ...element('#comment', {}), text: comment })
    else if (close !== undefined) open.pop()
    else if (text !== undefined) parent.children.push({ ...element('#text', {}), text: text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity) })
    else {
      const node = element(name.toLowerCase(), Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])))
      parent.children.push(node)
      if (!voids.has(node.name)) open.push(node)
    }
  }
  return root
}

const element = (name: string, attributes: Record<string, string>) => ({
  name,
  text: '',
  children: [] as HtmlNode[],
  attribute: (key: string) => attributes[key] ?? '',
})
