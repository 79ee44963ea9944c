import { escapeXml } from '@parvis/markdown'

export type Attributes = Readonly<Record<string, string | number>>

/** Writes an element. Attributes are escaped; `content` must already be markup. */
export function element(name: string, attributes: Attributes = {}, ...content: readonly string[]): string {
  const attributesXml = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')
  const inner = content.join('')
  return inner === '' ? `<${name}${attributesXml}/>` : `<${name}${attributesXml}>${inner}</${name}>`
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
