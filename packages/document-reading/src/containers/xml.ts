import { SaxesParser } from 'saxes'
import { ExtractionError } from '../failure.ts'
import { createNames } from './xml-names.ts'
import type { BoundedZip } from './zip.ts'

export type XmlAttributes = Readonly<Record<string, string>>
export type XmlHandler = {
  open?(name: string, attributes: XmlAttributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Elements of a formula inside one another: a formula is read without recursion, so that its depth is bounded apart. */
const MAX_FORMULA_DEPTH = 50_000

const DOCTYPE = '<!DOCTYPE'
/** Characters of a DOCTYPE declaration that names an external DTD: OpenOffice.org 2 writes about 100. */
const MAX_DOCTYPE = 2_000

/**
 * Reads one XML part of an archive as a stream of events; false when the part does not exist. Names have the usual prefix of
 * their namespace. `maxDepth` does not count the elements of Word formulas.
 * A DOCTYPE with an internal subset is refused: no entity is ever declared. A DOCTYPE that names an external DTD is ignored,
 * as in the files of OpenOffice.org 2: the DTD is never fetched (FIC-06).
 */
export async function readXmlPart(zip: BoundedZip, name: string, handler: XmlHandler, maxDepth: number): Promise<boolean> {
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  let decoder: InstanceType<typeof TextDecoder> | null = null
  const names = createNames()
  let depth = 0
  let formulaDepth = 0
  let failure: unknown = null

  parser.on('error', (error) => {
    failure ??= new ExtractionError('extraction.damaged', undefined, { cause: error })
  })
  let inside = false
  const prolog = createPrologCheck()
  parser.on('doctype', (declaration) => refuseDeclarations(declaration))
  parser.on('opentag', (tag) => {
    inside = true
    const [name, attributes] = names.open(tag.name, tag.attributes as XmlAttributes)
    if (isOfFormula(name)) formulaDepth++
    else depth++
    if (depth > maxDepth || formulaDepth > MAX_FORMULA_DEPTH) throw new ExtractionError('extraction.damaged', 'fichier refusé : structure trop imbriquée')
    if (!failure) handler.open?.(name, attributes)
  })
  parser.on('closetag', (tag) => {
    const name = names.close(tag.name)
    if (isOfFormula(name)) formulaDepth--
    else depth--
    if (!failure) handler.close?.(name)
  })
  const text = (value: string) => {
    if (!failure) handler.text?.(value)
  }
  parser.on('text', text)
  parser.on('cdata', text)

  const found = await zip.stream(name, (chunk) => {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8')
    const written = decoder.decode(chunk, { stream: true })
    parser.write(written)
    if (failure) throw failure
    // The parser emits a DOCTYPE once it has read all of it: the declarations are refused before that.
    if (!inside) prolog.check(written)
  })
  if (!found) return false
  if (decoder) parser.write((decoder as InstanceType<typeof TextDecoder>).decode())
  parser.close()
  if (failure) throw failure
  return true
}

const forbidden = () => new ExtractionError('extraction.damaged', 'fichier refusé : il contient une déclaration XML interdite')

/** Throws where a DOCTYPE declaration has an internal subset or is too long. Brackets inside its quoted identifiers do not count. */
function refuseDeclarations(declaration: string): void {
  if (declaration.length > MAX_DOCTYPE || withoutIdentifiers(declaration).includes('[')) throw forbidden()
}

/** The declaration without its quoted identifiers; the last may be cut. */
const withoutIdentifiers = (declaration: string): string => declaration.replace(/"[^"]*(?:"|$)|'[^']*(?:'|$)/g, '')

/** Checks the text that comes before the root element, chunk by chunk. */
function createPrologCheck() {
  let pending = ''
  return {
    check(chunk: string): void {
      pending += chunk
      const at = pending.indexOf(DOCTYPE)
      if (at < 0) pending = pending.slice(1 - DOCTYPE.length)
      else {
        pending = pending.slice(at)
        const declaration = /^(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(pending)?.[0]
        refuseDeclarations(declaration ?? pending)
        if (declaration) pending = pending.slice(declaration.length)
      }
    },
  }
}

const isOfFormula = (name: string): boolean => name.startsWith('m:')

/** Some producers put every element of a workbook under a prefix of their own. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Relationship identifiers of a part, resolved against the archive root; external targets are left out (FIC-07). */
export async function readRelationships(zip: BoundedZip, part: string, maxDepth: number): Promise<Map<string, { target: string; type: string }>> {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const relationships = new Map<string, { target: string; type: string }>()
  await readXmlPart(
    zip,
    `${folder}_rels/${part.slice(slash + 1)}.rels`,
    {
      open(name, attributes) {
        if (!name.endsWith('Relationship') || attributes['TargetMode'] === 'External') return
        const { Id, Target, Type } = attributes
        if (!Id || !Target) return
        const target = new URL(Target, `zip:///${folder}`).pathname.slice(1)
        relationships.set(Id, { target: decodeURI(target), type: Type ?? '' })
      },
    },
    maxDepth,
  )
  return relationships
}
