import { chartBlocks } from '../../building/chart-blocks.ts'
import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { UnreadContent, UnreadKind } from '../../building/unread.ts'
import { readRelationships, readXmlPart } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { ExtractionError } from '../../failure.ts'
import type { ExtractedBlock } from '../../port.ts'
import { readChart } from './charts.ts'
import { readDiagram } from './diagrams.ts'
import { createDrawingText } from './drawing-text.ts'

/** Content of other parts of the file that a document, a slide or a sheet displays. */
export type Embedded = {
  /**
   * Returns the blocks that an element displays, or null for an element that displays no other part. Content that cannot be read is counted as unread.
   * Each part is returned once, even if several elements refer to it.
   */
  open(name: string, a: XmlAttributes): ExtractedBlock[] | null
}

/** An Office file being read. */
export type OfficeFile = { zip: BoundedZip; builder: DocumentBuilder; unread: UnreadContent }

/** Reader of a part; resolves to null when the part cannot be read. */
type PartReader = (target: string) => Promise<ExtractedBlock[] | null>

/**
 * Reads the charts and diagrams of a part before the part itself, which is read synchronously.
 * @param otherReaders readers of other relationships, by the end of their type
 */
export async function readEmbedded(
  { zip, builder, unread }: OfficeFile,
  part: string,
  otherReaders: readonly (readonly [type: string, reader: PartReader])[] = [],
): Promise<Embedded> {
  const { depth } = builder.limits
  const charts: PartReader = (target) => readChartBlocks(zip, target, { depth, unread })
  const readers = new Map<string, PartReader>([
    ['chart', charts],
    ['chartEx', charts],
    ['diagramData', (target) => readDiagram(zip, target, depth)],
    ...otherReaders,
  ])
  const embeddedBlocks = new Map<string, ExtractedBlock[]>()
  const readParts = new Set<string>()
  for (const [id, { target, type }] of await readRelationships(zip, part, depth)) {
    const reader = readers.get(type.slice(type.lastIndexOf('/') + 1))
    if (!reader || !zip.has(target)) continue
    builder.checkTime()
    const blocks = readParts.has(target) ? [] : await nullIfDamaged(reader(target))
    readParts.add(target)
    if (blocks) embeddedBlocks.set(id, blocks)
  }
  const takeBlocks = (kind: UnreadKind, id: string | undefined): ExtractedBlock[] => {
    const blocks = embeddedBlocks.get(id ?? '')
    if (!blocks) unread.add(kind)
    else embeddedBlocks.set(id ?? '', [])
    return blocks ?? []
  }
  return {
    open(name, a) {
      switch (name) {
        case 'c:chart':
        case 'cx:chart':
          return a['r:id'] === undefined ? null : takeBlocks('chart', a['r:id'])
        case 'dgm:relIds':
          return takeBlocks('diagram', a['r:dm'])
        case 'w:altChunk':
          return takeBlocks('piece', a['r:id'])
      }
      const kind = UNREADABLE.get(name)
      if (name === 'p:oleObj' || name === 'o:OLEObject') addObject(unread, a['progId'] ?? a['ProgID'] ?? '')
      else if (kind) unread.add(kind)
      else return null
      return []
    },
  }
}

/** Elements whose content cannot be read. */
const UNREADABLE = new Map<string, UnreadKind>([
  ['w:subDoc', 'subdocument'],
  ['w:control', 'control'],
  ['p:control', 'control'],
  ['a:videoFile', 'video'],
  ['a:quickTimeFile', 'video'],
  ['wp15:webVideoPr', 'video'],
  ['a:audioFile', 'sound'],
  ['a:wavAudioFile', 'sound'],
  ['a:audioCd', 'sound'],
  ['p:contentPart', 'ink'],
  ['w14:contentPart', 'ink'],
  ['xdr14:contentPart', 'ink'],
  ['am3d:model3d', 'model'],
])

/** French names of the programs of embedded objects, by the start of their identifier. */
const PROGRAMS: [RegExp, string][] = [
  [/^excel/i, 'Excel'],
  [/^word/i, 'Word'],
  [/^powerpoint/i, 'PowerPoint'],
  [/^acro/i, 'PDF'],
  [/^visio/i, 'Visio'],
  [/^(soffice|opendocument|libreoffice)/i, 'LibreOffice'],
  [/^msgraph/i, 'graphique'],
  [/^(paint|pbrush)/i, 'image'],
  [/^package/i, 'fichier'],
]

/**
 * Counts an embedded object as unread, by its program. An equation editor object counts as a formula.
 * @param program identifier of the program: « Excel.Sheet.12 »
 */
export function addObject(unread: UnreadContent, program: string): void {
  if (/^(equation|mathtype)/i.test(program)) unread.add('formula', 'éditeur d’équations')
  else unread.add('object', PROGRAMS.find(([pattern]) => pattern.test(program))?.[1] ?? program.split('.')[0])
}

/** Resolves to null instead of throwing `extraction.damaged`, so that the rest of the document is read. */
export async function nullIfDamaged<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ExtractionError && error.code === 'extraction.damaged') return null
    throw error
  }
}

async function readChartBlocks(zip: BoundedZip, part: string, { depth, unread }: { depth: number; unread: UnreadContent }): Promise<ExtractedBlock[]> {
  const chart = await readChart(zip, part, depth)
  const drawnTexts: string[] = []
  for (const { target, type } of (await readRelationships(zip, part, depth)).values()) {
    if (!type.endsWith('/chartUserShapes')) continue
    const text = createDrawingText(
      (line) => drawnTexts.push(line),
      () => {},
    )
    await readXmlPart(zip, target, text, depth)
  }
  const { blocks, isWhole, points } = chartBlocks({ ...chart, notes: [...chart.notes, ...drawnTexts] })
  if (!isWhole) unread.add('summary', `${chart.title || 'sans titre'} : ${points.toLocaleString('fr-FR')} points`)
  if (chart.series.length === 0) unread.add('chart', chart.title)
  return blocks
}
