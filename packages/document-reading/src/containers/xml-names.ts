export type XmlAttributes = Readonly<Record<string, string>>

const MICROSOFT = 'http://schemas.microsoft.com/office'
/** Base namespaces of the transitional and strict editions of ISO/IEC 29500. */
const EDITIONS: [main: string, relationships: string][] = [
  ['http://schemas.openxmlformats.org/*/2006/', 'http://schemas.openxmlformats.org/officeDocument/2006/'],
  ['http://purl.oclc.org/ooxml/*/', 'http://purl.oclc.org/ooxml/officeDocument/'],
]

/** Usual prefix of each known namespace. */
const PREFIXES = new Map<string, string>([
  ...EDITIONS.flatMap(([main, office]): [string, string][] => [
    [main.replace('*', 'wordprocessingml') + 'main', 'w'],
    [main.replace('*', 'presentationml') + 'main', 'p'],
    ...Object.entries({
      main: 'a',
      chart: 'c',
      diagram: 'dgm',
      picture: 'pic',
      wordprocessingDrawing: 'wp',
      spreadsheetDrawing: 'xdr',
      chartDrawing: 'cdr',
    }).map(([name, prefix]): [string, string] => [main.replace('*', 'drawingml') + name, prefix]),
    [`${office}relationships`, 'r'],
    [`${office}math`, 'm'],
  ]),
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  ['urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0', 'field'],
  ['urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0', 'loext'],
  ['urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0', 'calcext'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:schemas-microsoft-com:office:office', 'o'],
  [`${MICROSOFT}/drawing/2010/main`, 'a14'],
  [`${MICROSOFT}/drawing/2014/chartex`, 'cx'],
  [`${MICROSOFT}/drawing/2017/model3d`, 'am3d'],
  [`${MICROSOFT}/word/2010/wordml`, 'w14'],
  [`${MICROSOFT}/powerpoint/2010/main`, 'p14'],
])

/** OpenDocument prefixes, by the last part of their namespace. */
const OPEN_DOCUMENT: readonly [end: string, prefix: string][] = [
  ...['office', 'style', 'text', 'table', 'form', 'chart', 'script', 'presentation', 'meta', 'manifest'].map((name): [string, string] => [name, name]),
  ['drawing', 'draw'],
  ['datastyle', 'number'],
  ['svg-compatible', 'svg'],
  ['xsl-fo-compatible', 'fo'],
]
for (const [end, prefix] of OPEN_DOCUMENT) PREFIXES.set(`urn:oasis:names:tc:opendocument:xmlns:${end}:1.0`, prefix)

type NamespaceScope = { depth: number; renamed: ReadonlyMap<string, string> | null }

/**
 * Replaces prefixes by the usual prefix of their namespace (« w:p » for « ns0:p »), because each program chooses its own. Names of unknown namespaces are
 * unchanged.
 */
export function createNameResolver() {
  const scopes: NamespaceScope[] = []
  let depth = 0
  let renamed: NamespaceScope['renamed'] = null

  const rename = (name: string, ofElement: boolean): string => {
    const colon = name.indexOf(':')
    if (colon < 0 && !ofElement) return name
    const prefix = renamed?.get(colon < 0 ? '' : name.slice(0, colon))
    return prefix === undefined ? name : `${prefix}:${name.slice(colon + 1)}`
  }
  const declare = (attributes: XmlAttributes): void => {
    let next: Map<string, string> | null = null
    for (const name in attributes) {
      if (!name.startsWith('xmlns')) continue
      const value = attributes[name]!
      const prefix = name.slice('xmlns:'.length)
      const usualPrefix = PREFIXES.get(value)
      next ??= new Map(renamed)
      if (usualPrefix === undefined || usualPrefix === prefix) next.delete(prefix)
      else next.set(prefix, usualPrefix)
    }
    if (!next) return
    scopes.push({ depth, renamed })
    renamed = next.size > 0 ? next : null
  }
  return {
    /**
     * Enters an element.
     * @returns the element name and the attributes, with usual prefixes
     */
    open(name: string, attributes: XmlAttributes): [string, XmlAttributes] {
      depth++
      declare(attributes)
      if (!renamed) return [name, attributes]
      return [rename(name, true), Object.fromEntries(Object.entries(attributes).map(([key, value]) => [rename(key, false), value]))]
    },
    /**
     * Leaves an element.
     * @returns the element name, with its usual prefix
     */
    close(name: string): string {
      const closedName = renamed ? rename(name, true) : name
      if (scopes.at(-1)?.depth === depth) renamed = scopes.pop()!.renamed
      depth--
      return closedName
    },
  }
}
