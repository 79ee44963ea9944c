import { chartBlocks } from '../../building/chart-blocks.ts'
import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createBlockRecorder } from '../../building/recorder.ts'
import type { UnreadContent } from '../../building/unread.ts'
import { localName, readXmlPart, type XmlHandler } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { ExtractionError } from '../../failure.ts'
import type { ExtractedBlock } from '../../port.ts'
import { createChartHandler } from './odf-charts.ts'
import { createMathHandler } from './odf-math.ts'
import type { OdfKind } from './odf-pages.ts'

/** An embedded object. A formula is text of its paragraph; a chart or another document is a list of blocks. */
type OdfObject = { text: string } | { blocks: ExtractedBlock[] }

/** Embedded objects, by their folder in the archive. */
export type OdfObjects = ReadonlyMap<string, OdfObject>

type ObjectKind = 'math' | 'chart' | OdfKind

const BODIES = new Map<string, ObjectKind>([
  ['math', 'math'],
  ['chart', 'chart'],
  ['text', 'odt'],
  ['spreadsheet', 'ods'],
  ['presentation', 'odp'],
  ['drawing', 'odp'],
])

/** Thrown to stop reading an object as soon as its kind is known. */
class KindFound extends Error {}

type ObjectReading = { zip: BoundedZip; builder: DocumentBuilder; unread: UnreadContent; contentOf(kind: OdfKind, builder: DocumentBuilder): XmlHandler }

/**
 * Reads the objects of a document before the document itself, which is read synchronously. A damaged object is left out; the document reports it as
 * unread.
 */
export async function readObjects(reading: ObjectReading): Promise<OdfObjects> {
  const objects = new Map<string, OdfObject>()
  for (const part of reading.zip.names) {
    const folder = /^(.+)\/content\.xml$/.exec(part)?.[1]
    if (folder === undefined) continue
    reading.builder.checkTime()
    try {
      const object = await readObject(part, reading)
      if (object) objects.set(folder, object)
    } catch (error) {
      if (!(error instanceof ExtractionError && error.code === 'extraction.damaged')) throw error
    }
  }
  return objects
}

async function readObject(part: string, { zip, builder, unread, contentOf }: ObjectReading): Promise<OdfObject | null> {
  const { depth } = builder.limits
  const kind = await kindOf(zip, part, depth)
  if (kind === 'math') {
    const math = createMathHandler()
    await readXmlPart(zip, part, math.handler, depth)
    return { text: math.text() }
  }
  if (kind === 'chart') {
    const reader = createChartHandler()
    await readXmlPart(zip, part, reader.handler, depth)
    const chart = reader.end()
    if (chart.series.length === 0) unread.add('chart', chart.title)
    const { blocks, isWhole, points } = chartBlocks(chart)
    if (!isWhole) unread.add('summary', `${chart.title || 'sans titre'} : ${points.toLocaleString('fr-FR')} points`)
    return { blocks }
  }
  if (!kind) return null
  const recorder = createBlockRecorder(builder)
  await readXmlPart(zip, part, contentOf(kind, recorder.builder), depth)
  return { blocks: recorder.take() }
}

async function kindOf(zip: BoundedZip, part: string, depth: number): Promise<ObjectKind | undefined> {
  let kind: ObjectKind | undefined
  let inBody = false
  const open = (name: string) => {
    const local = localName(name)
    if (local === 'body') inBody = true
    else if (inBody || local === 'math') {
      kind = BODIES.get(local)
      throw new KindFound()
    }
  }
  try {
    await readXmlPart(zip, part, { open }, depth)
  } catch (error) {
    if (!(error instanceof KindFound)) throw error
  }
  return kind
}
