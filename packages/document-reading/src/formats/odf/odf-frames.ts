import type { UnreadContent } from '../../building/unread.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { OdfKind } from './odf-pages.ts'

/** Shapes that may contain text, other than frames. */
export const SHAPES = [
  'custom-shape',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'regular-polygon',
  'path',
  'connector',
  'caption',
  'measure',
].map((shape) => `draw:${shape}`)

/** Minimum area of a picture that may hold important text, in square centimetres: a tenth of a page. Logos are smaller. */
export const LARGE_PICTURE = 62

type OpenFrame = { area: number; hasPicture: boolean; isRead: boolean }

/** Converts a length to centimetres: “12.5cm”, “3in”. */
function centimetres(length: string | undefined): number {
  const [, number = '0', unit = 'cm'] = /^([\d.]+)(cm|mm|in|pt)$/.exec(length ?? '') ?? []
  return Number(number) * { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72 }[unit as 'cm']
}

export type FrameTracker = ReturnType<typeof createFrames>

/** Tracks open frames, to report the pictures that are alone in their frame. A picture beside other content is often only its preview. */
export function createFrames(kind: OdfKind, unread: UnreadContent) {
  const open: OpenFrame[] = []
  const end = () => {
    const frame = open.pop()
    if (!frame?.hasPicture || frame.isRead) return
    if (kind === 'ods' || frame.area >= LARGE_PICTURE) unread.add('image')
  }
  return {
    begin: (a: XmlAttributes) => void open.push({ area: centimetres(a['svg:width']) * centimetres(a['svg:height']), hasPicture: false, isRead: false }),
    picture(): void {
      const frame = open.at(-1)
      if (frame) frame.hasPicture = true
    },
    content(): void {
      const frame = open.at(-1)
      if (frame) frame.isRead = true
    },
    /** Handlers of the ends of frames and shapes; each calls `endShape`. */
    closing: (endShape: () => void): Readonly<Record<string, () => void>> => ({
      ...Object.fromEntries(SHAPES.map((shape) => [shape, endShape])),
      'draw:frame'() {
        end()
        endShape()
      },
    }),
  }
}
