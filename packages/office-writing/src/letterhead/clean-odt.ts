import { strToU8, zipSync, type Zippable } from 'fflate'
import { localName } from '@parvis/document-reading/archive'
import { readBytes, typeOfPicture, withArchive, refusal } from './open-archive.ts'
import {
  element,
  elementsOf,
  everyElement,
  findElement,
  hasLocalName,
  isElement,
  joinMarkers,
  readTree,
  textsOf,
  writeTree,
  type XmlElement,
} from './xml-tree.ts'

const objects = new Set(
  'object object-ole applet plugin floating-frame section-source dde-connection dde-connection-decl dde-source database-display database-next database-row-select form image-map'.split(
    ' ',
  ),
)
const scripts = new Set(['script', 'event-listener', 'event'])
/** Elements removed: containers that word processors write empty, and embedded fonts. */
const removedElements = new Set(['scripts', 'forms', 'event-listeners', 'font-face-src', 'tracked-changes', 'settings'])
const mediaType = 'application/vnd.oasis.opendocument.text'

/**
 * Rewrites an OpenDocument letterhead with only its known content: text, styles, headers, footers, pictures. It contains `{{contenu}}`, whole; if the
 * marker is missing, it replaces the text of the document.
 * @throws {LetterheadRefusal} for scripts, objects, external resources, a file that is too large or invalid
 */
export function cleanOdt(bytes: Uint8Array): Promise<Uint8Array> {
  return withArchive(bytes, async (zip) => {
    const type = (await readBytes(zip, 'mimetype'))?.toString('latin1').trim() ?? ''
    // A renamed template (.ott) is accepted as a text.
    if (type !== mediaType && type !== `${mediaType}-template`) throw refusal('damaged')
    if (zip.names.some((name) => /^(?:Basic|Scripts)\/./i.test(name))) throw refusal('macros')
    const manifest = await readTree(zip, 'META-INF/manifest.xml')
    if (manifest !== null && [...everyElement(manifest)].some(({ name }) => localName(name) === 'encryption-data')) throw refusal('damaged')

    const [content, styles] = [await readTree(zip, 'content.xml'), await readTree(zip, 'styles.xml')]
    if (content?.name !== 'office:document-content' || styles?.name !== 'office:document-styles') throw refusal('damaged')
    const pictures = new Set([...cleanPart(content), ...cleanPart(styles)])
    isolateContentMarker(content)
    for (const tree of [content, styles])
      for (const node of everyElement(tree)) if (node.name === 'text:p' || node.name === 'text:h') joinMarkers(textsOf(node))

    const parts: Zippable = { 'content.xml': strToU8(writeTree(content)), 'styles.xml': strToU8(writeTree(styles)) }
    for (const name of pictures) {
      const picture = await readBytes(zip, name)
      if (picture === null) throw refusal('damaged')
      typeOfPicture(name, picture)
      parts[name] = picture
    }
    return zipSync({ mimetype: [strToU8(mediaType), { level: 0 }], ...parts }, { level: 6 })
  })
}

/**
 * Removes the elements of `removedElements`, refuses external resources, and returns the pictures of a part.
 * @throws {LetterheadRefusal}
 */
function cleanPart(tree: XmlElement): string[] {
  const pictures: string[] = []
  for (const node of everyElement(tree)) {
    if (hasLocalName(node, scripts)) throw refusal('macros')
    if (hasLocalName(node, objects)) throw refusal('object')
    for (const child of elementsOf(node)) {
      if (!hasLocalName(child, removedElements)) continue
      const active = [...everyElement(child)]
      if (active.some((inner) => hasLocalName(inner, scripts))) throw refusal('macros')
      if (active.some((inner) => hasLocalName(inner, objects))) throw refusal('object')
    }
    node.children = node.children.filter((child) => !isElement(child) || !hasLocalName(child, removedElements))
    const [, address] = Object.entries(node.attributes).find(([name]) => localName(name) === 'href') ?? []
    if (address === undefined || address === '' || address.startsWith('#')) continue
    const isLink = node.name === 'text:a' || node.name === 'draw:a'
    if (isLink && /^(?:https?:\/\/|mailto:)/i.test(address)) continue
    const name = address.replace(/^\.\//, '')
    if (isLink || !/^(?:Pictures|media)\/[\w.-]+$/.test(name)) throw refusal('outside')
    pictures.push(name)
  }
  return pictures
}

/** Leaves `{{contenu}}` alone in one paragraph, where the document has it, or else instead of all its text. */
function isolateContentMarker(document: XmlElement): void {
  const text = findElement(document, 'office:text')
  if (text === undefined) throw refusal('damaged')
  const paragraphs = [...everyElement(text)].filter(({ name }) => name === 'text:p' || name === 'text:h')
  const [marker, ...otherParagraphs] = paragraphs.filter((node) => paragraphText(node) === '{{contenu}}')
  if (marker !== undefined) {
    const style = marker.attributes['text:style-name']
    Object.assign(marker, contentMarker(style))
    for (const other of otherParagraphs) other.children = []
    return
  }
  // The style of the first paragraph may set the first page: the paragraph is kept, empty.
  const first = paragraphs[0]?.attributes['text:style-name']
  const style = first && [...everyElement(document)].find((node) => node.name === 'style:style' && node.attributes['style:name'] === first)
  const opening = style && style.attributes['style:master-page-name'] ? [element('text:p', { 'text:style-name': first })] : []
  text.children = [...opening, contentMarker()]
}

const paragraphText = (paragraph: XmlElement) =>
  textsOf(paragraph)
    .map(({ text }) => text)
    .join('')
    .trim()
const contentMarker = (style?: string) => element('text:p', style === undefined ? {} : { 'text:style-name': style }, { text: '{{contenu}}' })
