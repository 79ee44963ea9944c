import { readXmlPart } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import type { ExtractedBlock } from '../../port.ts'
import { createDrawingText } from './drawing-text.ts'

/**
 * A point of the diagram. `isOfTree`: it is a box; other points are links between boxes, which may have text too. `isPrompt`: it shows a placeholder text.
 */
type DiagramPoint = { isOfTree: boolean; isRoot: boolean; isPrompt: boolean; lines: string[]; children: { id: string; order: number }[] }

/** Maximum number of dashes before a box; deeper boxes get the same number. */
const MAX_DASHES = 20

/** Reads the data of a SmartArt diagram (`dgm:dataModel`) as a list. Each box follows its parent box, with one dash per level of depth. */
export async function readDiagram(zip: BoundedZip, part: string, depth: number): Promise<ExtractedBlock[]> {
  const points = new Map<string, DiagramPoint>()
  const childIds = new Set<string>()
  let current: DiagramPoint | null = null
  const text = createDrawingText(
    (paragraph) => current?.lines.push(paragraph),
    () => {},
  )
  await readXmlPart(
    zip,
    part,
    {
      open(name, a) {
        if (name === 'dgm:pt') {
          const type = a['type'] ?? 'node'
          current = { isOfTree: ['node', 'asst', 'doc'].includes(type), isRoot: type === 'doc', isPrompt: false, lines: [], children: [] }
          points.set(a['modelId'] ?? '', current)
        } else if (name === 'dgm:prSet' && current) current.isPrompt = ['1', 'true'].includes(a['phldr'] ?? '')
        else if (name === 'dgm:cxn' && (a['type'] ?? 'parOf') === 'parOf') {
          points.get(a['srcId'] ?? '')?.children.push({ id: a['destId'] ?? '', order: Number(a['srcOrd']) || 0 })
          childIds.add(a['destId'] ?? '')
        }
        text.open(name, a)
      },
      close(name) {
        text.close(name)
        if (name === 'dgm:pt') current = null
      },
      text: text.text,
    },
    depth,
  )
  return [...boxesOf(points, childIds), ...[...points.values()].filter(({ isOfTree }) => !isOfTree).flatMap((point) => blocksOf(point, 0))]
}

/** Lists the boxes in tree order, depth first. Each box is listed once, even if a damaged file puts it under itself. */
function* boxesOf(points: ReadonlyMap<string, DiagramPoint>, idsBelow: ReadonlySet<string>): Generator<ExtractedBlock> {
  const visited = new Set<DiagramPoint>()
  const roots = [...points.values()].filter(({ isRoot }) => isRoot)
  const tops = [...points].filter(([id, { isRoot, isOfTree }]) => isOfTree && !isRoot && !idsBelow.has(id)).map(([, point]) => point)
  const loops = [...points.values()].filter(({ isOfTree }) => isOfTree)
  for (const start of [...roots, ...tops, ...loops]) {
    const pending: [point: DiagramPoint, rank: number][] = [[start, start.isRoot ? -1 : 0]]
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [point, rank] = next
      if (visited.has(point)) continue
      visited.add(point)
      yield* blocksOf(point, rank)
      const children = point.children.toSorted((one, other) => other.order - one.order)
      for (const { id } of children) {
        const child = points.get(id)
        if (child?.isOfTree) pending.push([child, rank + 1])
      }
    }
  }
}

/** Blocks of a point; none when it has no text or only a placeholder such as « [Texte] ». */
const blocksOf = ({ lines, isPrompt }: DiagramPoint, rank: number): ExtractedBlock[] =>
  lines.length === 0 || isPrompt ? [] : [{ kind: 'list_item', text: '– '.repeat(Math.max(0, Math.min(rank, MAX_DASHES))) + lines.join('\n') }]
