import { SaxesParser } from 'saxes'

/** Element of the XML of a practical sheet, with its children in order. */
export type SheetElement = { name: string; attributes: Record<string, string>; children: (SheetElement | string)[] }

/** Maximum nesting of elements: the sheets of the DILA have about twenty. */
const maxDepth = 200

/**
 * Parses a small XML document.
 * @throws {Error} when it is malformed, or too deep
 */
export function parseXml(xml: string): SheetElement {
  const root: SheetElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > maxDepth) throw new Error('too deep')
    const element = { name, attributes: attributes as Record<string, string>, children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (text: string) => void open.at(-1)!.children.push(text)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(xml).close()
  return elementsOf(root)[0]!
}

export const elementsOf = ({ children }: SheetElement): SheetElement[] => children.filter((child) => typeof child !== 'string')

export const childOf = (element: SheetElement | undefined, name: string): SheetElement | undefined =>
  element && elementsOf(element).find((child) => child.name === name)

/** Text of an element, its children included, on one line. */
export const textOf = (element: SheetElement | undefined): string => rawTextOf(element).replace(/\s+/g, ' ').trim()

function rawTextOf(element: SheetElement | undefined): string {
  if (element === undefined) return ''
  return element.children.map((child) => (typeof child === 'string' ? child : rawTextOf(child))).join('')
}
