import { strToU8, zipSync, type Zippable } from 'fflate'
import { localName, type BoundedZip } from '@parvis/document-reading/archive'
import { readBytes, typeOfPicture, withArchive, refusal } from './open-archive.ts'
import { element, elementsOf, everyElement, findElement, hasLocalName, joinMarkers, readTree, textsOf, writeTree, type XmlElement } from './xml-tree.ts'

type PartRelationship = { id: string; kind: string; target: string; isExternal: boolean; type: string }

const wordType = (kind: string) => `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`
/** Path of the document part. */
const main = 'word/document.xml'

/** Content types of the parts that are copied, by the kind of their relationship. Other harmless parts are dropped. */
const copiedKinds = new Map(
  Object.entries({
    header: wordType('header'),
    footer: wordType('footer'),
    styles: wordType('styles'),
    numbering: wordType('numbering'),
    footnotes: wordType('footnotes'),
    endnotes: wordType('endnotes'),
    theme: 'application/vnd.openxmlformats-officedocument.theme+xml',
  }),
)
const droppedKinds = new Set(
  'settings webSettings fontTable customXml comments commentsExtended commentsIds commentsExtensible people stylesWithEffects glossaryDocument printerSettings'.split(
    ' ',
  ),
)
const objects = new Set(['altchunk', 'object', 'oleobject', 'control', 'subdoc', 'movie', 'embed', 'script', 'contentpart'])
/** Pattern of the fields that read a file or a database, or run something. */
const externalField = /\b(?:DDE(?:AUTO)?|INCLUDE(?:TEXT|PICTURE)?|IMPORT|LINK|DATABASE|MACROBUTTON|EMBED|RD|AUTOTEXT(?:LIST)?|MERGEFIELD|FILLIN|ASK)\b/i
const addressAttributes = new Set(['src', 'href', 'link', 'url', 'data', 'althref'])

/**
 * Rewrites a Word letterhead with only its known content: text, styles, headers, footers, pictures. It contains `{{contenu}}`, whole; if the marker is
 * missing, it replaces the text of the document.
 * @throws {LetterheadRefusal} for macros, objects, external resources, a file that is too large or invalid
 */
export function cleanDocx(bytes: Uint8Array): Promise<Uint8Array> {
  return withArchive(bytes, async (zip) => {
    await refuseActiveParts(zip)
    const document = (await readRelationships(zip, '')).find(({ kind, isExternal }) => kind === 'officeDocument' && !isExternal)?.target
    if (document === undefined) throw refusal('damaged')
    const parts: Zippable = {}
    const overrides: [name: string, type: string][] = []
    const defaults = new Map([
      ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
      ['xml', 'application/xml'],
    ])
    /** New name of each copied part, by its name in the file. */
    const names = new Map<string, string>()

    const copyPart = async (source: string, name: string, type: string): Promise<void> => {
      if (names.has(source)) return
      // A document has at most one part for styles and one for numbering: a second one would replace the first.
      if ([...names.values()].includes(name)) throw refusal('damaged')
      names.set(source, name)
      const tree = await readTree(zip, source)
      if (tree === null) throw refusal('damaged')
      if (name === main) isolateContentMarker(tree)
      checkPart(tree)
      for (const node of everyElement(tree)) if (node.name === 'w:p') joinMarkers(textsOf(node, 'w:t'))
      parts[name] = strToU8(writeTree(tree))
      overrides.push([name, type])
      const keptRelationships: PartRelationship[] = []
      const relationships = await readRelationships(zip, source)
      for (const relationship of relationships) {
        const { kind, target, isExternal } = relationship
        if (/^parvis/i.test(relationship.id)) throw refusal('damaged')
        if (droppedKinds.has(kind)) continue
        if (isExternal) keptRelationships.push(relationship)
        else if (kind === 'image') {
          const picture = await readBytes(zip, target)
          if (picture === null) throw refusal('damaged')
          defaults.set(target.split('.').at(-1)!.toLowerCase(), typeOfPicture(target, picture))
          parts[target] = picture
          keptRelationships.push(relationship)
        } else if (copiedKinds.has(kind)) {
          await copyPart(target, usualName(kind, [...names.values()]), copiedKinds.get(kind)!)
          keptRelationships.push({ ...relationship, target: names.get(target)! })
        } else throw refusal('object')
      }
      if (name === main) {
        parts['word/settings.xml'] = strToU8(writeTree(await settings(zip, relationships)))
        overrides.push(['word/settings.xml', wordType('settings')])
        keptRelationships.push({ id: 'rSettings', kind: 'settings', target: 'word/settings.xml', isExternal: false, type: `${relationshipTypes}/settings` })
      }
      if (keptRelationships.length > 0) parts[relationshipsOf(name)] = strToU8(writeRelationships(keptRelationships))
    }

    await copyPart(document, main, wordType('document.main'))
    parts['_rels/.rels'] = strToU8(
      writeRelationships([{ id: 'rId1', kind: 'officeDocument', target: main, isExternal: false, type: `${relationshipTypes}/officeDocument` }]),
    )
    parts['[Content_Types].xml'] = strToU8(
      writeTree(
        element(
          'Types',
          { xmlns: 'http://schemas.openxmlformats.org/package/2006/content-types' },
          ...[...defaults].map(([Extension, ContentType]) => element('Default', { Extension, ContentType })),
          ...overrides.map(([name, ContentType]) => element('Override', { PartName: `/${name}`, ContentType })),
        ),
      ),
    )
    return zipSync(parts, { level: 6 })
  })
}

/** Returns the name under which a part of this kind is written, regardless of its name in the file: Word online writes styles2.xml, and `toDocx` reads styles.xml. */
function usualName(kind: string, takenNames: readonly string[]): string {
  if (kind === 'theme') return 'word/theme/theme1.xml'
  const isOneOfSeveral = kind === 'header' || kind === 'footer'
  return `word/${kind}${isOneOfSeveral ? takenNames.filter((name) => name.startsWith(`word/${kind}`)).length + 1 : ''}.xml`
}

const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationshipsOf = (name: string) => name.replace(/([^/]+)$/, '_rels/$1.rels')

/** Refuses macros, and external resources of any part, even one that would be dropped. */
async function refuseActiveParts(zip: BoundedZip): Promise<void> {
  const types = await readTree(zip, '[Content_Types].xml')
  if (types === null) throw refusal('damaged')
  const declared = elementsOf(types).map(({ attributes }) => attributes['ContentType'] ?? '')
  if (
    declared.some((type) => /macroEnabled|vba|activeX|keyMapCustomizations/i.test(type)) ||
    zip.names.some((name) => /vba(?:project|data)|activex/i.test(name))
  )
    throw refusal('macros')
  for (const name of zip.names.filter((entryName) => entryName.endsWith('.rels'))) {
    const part = name.replace(/_rels\/([^/]*)\.rels$/, '$1')
    for (const { kind, target, isExternal } of await readRelationships(zip, part)) {
      if (/vba|macro|keyMap/i.test(kind)) throw refusal('macros')
      if (isExternal && !(kind === 'hyperlink' && /^(?:https?:\/\/|mailto:)/i.test(target))) throw refusal('outside')
    }
  }
}

async function readRelationships(zip: BoundedZip, part: string): Promise<PartRelationship[]> {
  const tree = await readTree(zip, relationshipsOf(part) === part ? `${part}_rels/.rels` : relationshipsOf(part))
  return (tree === null ? [] : elementsOf(tree)).map(({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) => {
    const isExternal = TargetMode?.toLowerCase() === 'external'
    const target = isExternal ? Target : resolveTarget(part, Target)
    return { id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal, type: Type }
  })
}

function resolveTarget(part: string, target: string): string {
  try {
    return decodeURI(new URL(target, `zip:///${part}`).pathname).replace(/^\/+/, '')
  } catch (error) {
    throw refusal('damaged', error)
  }
}

const writeRelationships = (relationships: PartRelationship[]): string =>
  writeTree(
    element(
      'Relationships',
      { xmlns: 'http://schemas.openxmlformats.org/package/2006/relationships' },
      ...relationships.map(({ id, type, target, isExternal }) =>
        element('Relationship', { Id: id, Type: type, Target: isExternal ? target : `/${target}`, ...(isExternal && { TargetMode: 'External' }) }),
      ),
    ),
  )

function checkPart(tree: XmlElement): void {
  let fields = ''
  for (const node of everyElement(tree)) {
    if (hasLocalName(node, objects)) throw refusal('object')
    if (localName(node.name) === 'instrText')
      fields += textsOf(node)
        .map(({ text }) => text)
        .join('')
    for (const [name, value] of Object.entries(node.attributes)) {
      const local = localName(name)
      if (local === 'instr') fields += ` ${value} `
      if (!name.startsWith('xmlns') && addressAttributes.has(local.toLowerCase()) && /^\s*(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(value)) throw refusal('outside')
    }
  }
  if (externalField.test(fields)) throw refusal('outside')
}

/** Leaves `{{contenu}}` alone in one paragraph, where the document has it, or else instead of all its text. */
function isolateContentMarker(document: XmlElement): void {
  const body = document.name === 'w:document' ? findElement(document, 'w:body') : undefined
  if (body === undefined) throw refusal('damaged')
  const markerParagraphs = [...everyElement(body)].filter((node) => node.name === 'w:p' && paragraphText(node) === '{{contenu}}')
  const [marker, ...otherParagraphs] = markerParagraphs
  if (marker === undefined) {
    const section = elementsOf(body).findLast(({ name }) => name === 'w:sectPr')
    body.children = [contentMarker(), ...(section === undefined ? [] : [section])]
    return
  }
  Object.assign(marker, contentMarker())
  // Only one marker is kept.
  for (const other of otherParagraphs) other.children = []
}

const paragraphText = (paragraph: XmlElement) =>
  textsOf(paragraph, 'w:t')
    .map(({ text }) => text)
    .join('')
    .trim()
const contentMarker = () => element('w:p', {}, element('w:r', {}, element('w:t', {}, { text: '{{contenu}}' })))

/** Makes our own settings, with one of the original's that headers need: different headers for even pages. */
async function settings(zip: BoundedZip, relationships: readonly PartRelationship[]): Promise<XmlElement> {
  const source = relationships.find(({ kind, isExternal }) => kind === 'settings' && !isExternal)?.target
  const original = source === undefined ? null : await readTree(zip, source)
  const isEven = original !== null && elementsOf(original).some(({ name }) => name === 'w:evenAndOddHeaders')
  const space = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  return element(
    'w:settings',
    { 'xmlns:w': space },
    ...(isEven ? [element('w:evenAndOddHeaders')] : []),
    element('w:defaultTabStop', { 'w:val': '567' }),
    element('w:compat', {}, element('w:compatSetting', { 'w:name': 'compatibilityMode', 'w:uri': 'http://schemas.microsoft.com/office/word', 'w:val': '15' })),
  )
}
