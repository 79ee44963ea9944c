import { SaxesParser } from 'saxes'
import { ExtractionError } from '../failure.ts'
import { createNameResolver, type XmlAttributes } from './xml-names.ts'
import type { BoundedZip } from './zip.ts'
export type XmlHandler = {
  open?(name: string, attributes: XmlAttributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Maximum depth of formula elements. Formulas are read without recursion, so they may be deeper than other elements. */
const MAX_FORMULA_DEPTH = 50_000

const DOCTYPE = '<!DOCTYPE'
/** Maximum length of a DOCTYPE declaration, in characters: OpenOffice.org 2 writes about 100. */
const MAX_DOCTYPE = 2_000

/**
 * Reads one XML part of an archive as a stream of events, with usual namespace prefixes. Resolves to false when the part does not exist. A DOCTYPE with an
 * internal subset is refused, so that no entity is ever declared. An external DTD, as OpenOffice.org 2 names one, is never fetched (FIC-06).
 * @param maxDepth maximum nesting of elements, formulas not counted
 * @throws {ExtractionError} `extraction.damaged`
 */
export async function readXmlPart(zip: BoundedZip, name: string, handler: XmlHandler, maxDepth: number): Promise<boolean> {
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  let decoder: InstanceType<typeof TextDecoder> | null = null
  const names = createNameResolver()
  let depth = 0
  let formulaDepth = 0
  let failure: unknown = null

  parser.on('error', (error) => {
    failure ??= new ExtractionError('extraction.damaged', undefined, { cause: error })
  })
  let isInRoot = false
  const prolog = createPrologCheck()
  parser.on('doctype', (declaration) => refuseDeclarations(declaration))
  parser.on('opentag', (tag) => {
    isInRoot = true
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

  const isFound = await zip.stream(name, (chunk) => {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8')
    const written = decoder.decode(chunk, { stream: true })
    parser.write(written)
    if (failure) throw failure
    // The parser reports a DOCTYPE only once it is complete: this check refuses declarations earlier.
    if (!isInRoot) prolog.check(written)
  })
  if (!isFound) return false
  if (decoder) parser.write((decoder as InstanceType<typeof TextDecoder>).decode())
  parser.close()
  if (failure) throw failure
  return true
}

const forbiddenDeclaration = () => new ExtractionError('extraction.damaged', 'fichier refusé : il contient une déclaration XML interdite')

/**
 * Refuses a DOCTYPE declaration that has an internal subset or is too long. Brackets inside quoted identifiers do not count.
 * @throws {ExtractionError} `extraction.damaged`
 */
function refuseDeclarations(declaration: string): void {
  if (declaration.length > MAX_DOCTYPE || withoutIdentifiers(declaration).includes('[')) throw forbiddenDeclaration()
}

/** Removes the quoted identifiers of a declaration; the last one may be unterminated. */
const withoutIdentifiers = (declaration: string): string => declaration.replace(/"[^"]*(?:"|$)|'[^']*(?:'|$)/g, '')

/** Checks the text before the root element for forbidden declarations, chunk by chunk. */
function createPrologCheck() {
  let pending = ''
  return {
    check(chunk: string): void {
      pending += chunk
      const index = pending.indexOf(DOCTYPE)
      if (index < 0) pending = pending.slice(1 - DOCTYPE.length)
      else {
        pending = pending.slice(index)
        const declaration = /^(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(pending)?.[0]
        refuseDeclarations(declaration ?? pending)
        if (declaration) pending = pending.slice(declaration.length)
      }
    },
  }
}

const isOfFormula = (name: string): boolean => name.startsWith('m:')

/** Removes the prefix of an element name: some producers put every element of a workbook under a prefix of their own. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Reads the relationships of a part, by identifier. Targets are paths from the archive root; external ones are left out (FIC-07). */
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
