import { localName, readXmlPart, type BoundedZip } from '@parvis/document-reading/archive'
import { refusal } from './open-archive.ts'

export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlNode[] }
/** A text node; `text` may be changed in place. */
type XmlText = { text: string }
type XmlNode = XmlElement | XmlText

const maxDepth = 120
/** Maximum number of nodes of one part; a letterhead has a few thousand. */
const maxNodes = 150_000

export const isElement = (node: XmlNode): node is XmlElement => 'name' in node
export const element = (name: string, attributes: Record<string, string> = {}, ...children: XmlNode[]): XmlElement => ({ name, attributes, children })
export const elementsOf = ({ children }: XmlElement): XmlElement[] => children.filter(isElement)

/** Reads a part as a tree, without comments or processing instructions; null when it does not exist. @throws {LetterheadRefusal} */
export async function readTree(zip: BoundedZip, name: string): Promise<XmlElement | null> {
  const top = element('')
  const open = [top]
  let nodes = 0
  const add = (node: XmlNode) => {
    if ((nodes += 1) > maxNodes) throw refusal('too_big')
    open.at(-1)!.children.push(node)
  }
  const isFound = await readXmlPart(
    zip,
    name,
    {
      open(tag, attributes) {
        const created = element(tag, { ...attributes })
        add(created)
        open.push(created)
      },
      close: () => void open.pop(),
      text: (text) => add({ text }),
    },
    maxDepth,
  )
  if (!isFound) return null
  return elementsOf(top)[0] ?? null
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;', '\t': '&#9;', '\r': '&#13;' }

/** Writes a cleaned part in one fixed form: no self-closing element, attributes in double quotes. */
export function writeTree(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${write(root)}`
}

function write(node: XmlNode): string {
  if (!isElement(node)) return node.text.replace(/[&<>\r]/g, (character) => entities[character]!)
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${value.replace(/[&<>"\n\t\r]/g, (character) => entities[character]!)}"`)
  return `<${node.name}${attributes.join('')}>${node.children.map(write).join('')}</${node.name}>`
}

/** Yields an element and all its descendants. */
export function* everyElement(root: XmlElement): Generator<XmlElement> {
  yield root
  for (const child of root.children) if (isElement(child)) yield* everyElement(child)
}

/** Returns the first element of this name, from `root` down. */
export function findElement(root: XmlElement, name: string): XmlElement | undefined {
  for (const one of everyElement(root)) if (one.name === name) return one
  return undefined
}

export const hasLocalName = ({ name }: XmlElement, names: ReadonlySet<string>): boolean => names.has(localName(name).toLowerCase())

/**
 * Returns the text nodes of a paragraph, in order.
 * @param holder name of the elements that hold text; all of them by default
 */
export function textsOf(root: XmlElement, holder?: string): XmlText[] {
  return root.children.flatMap((child): XmlText[] => {
    if (!isElement(child)) return holder === undefined || root.name === holder ? [child] : []
    return textsOf(child, holder)
  })
}

const markerPattern = /\{\{(?:contenu|titre|date)\}\}/g

/** Puts each marker in one text node: word processors split `{{titre}}` into several runs. */
export function joinMarkers(texts: XmlText[]): void {
  const fullText = texts.map(({ text }) => text).join('')
  const markers = [...fullText.matchAll(markerPattern)].map(({ 0: marker, index }) => ({ place: marker, from: index, to: index + marker.length }))
  let start = 0
  for (const piece of texts) {
    const [from, to] = [start, start + piece.text.length]
    start = to
    const overlapping = markers.filter((marker) => marker.from < to && marker.to > from)
    if (overlapping.length === 0) continue
    let [result, index] = ['', from]
    for (const marker of overlapping) {
      // The marker is written whole in the node where it begins, and removed from the next ones.
      result += fullText.slice(index, Math.max(index, marker.from)) + (marker.from >= from ? marker.place : '')
      index = Math.min(to, marker.to)
    }
    piece.text = result + fullText.slice(index, to)
  }
}
