import type { Unread } from '../../building/unread.ts'
import type { XmlAttributes } from '../../containers/xml.ts'
import type { Closing, Opening, Parts } from './odf-content.ts'
import type { OdfKind } from './odf-pages.ts'

/** Shapes that may contain text, other than frames. */
const SHAPES = ['custom-shape', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'regular-polygon', 'path', 'connector', 'caption', 'measure'].map(
  (shape) => `draw:${shape}`,
)

/** Minimum area of a picture that may hold important text, in square centimetres: a tenth of a page. Logos are smaller. */
const LARGE_PICTURE = 62

type Frame = { area: number; hasPicture: boolean; isRead: boolean }

export type Frames = ReturnType<typeof createFrames>

/** Tracks open frames, to report the pictures that are alone in their frame. A picture beside other content is often only its preview. */
export function createFrames(kind: OdfKind, unread: Unread) {
  const open: Frame[] = []
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
    closing: (endShape: () => void): Closing => ({
      ...Object.fromEntries(SHAPES.map((shape) => [shape, endShape])),
      'draw:frame'() {
        end()
        endShape()
      },
    }),
  }
}

/** Converts a length to centimetres: “12.5cm”, “3in”. */
function centimetres(length: string | undefined): number {
  const [, number = '0', unit = 'cm'] = /^([\d.]+)(cm|mm|in|pt)$/.exec(length ?? '') ?? []
  return Number(number) * { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72 }[unit as 'cm']
}

export const drawingElements = ({ kind, objects, unread, styles, pages, paragraphs, ground, frames, forms, hidden, footers }: Parts): Opening => {
  const beginShape = () => {
    // The fill of a drawing is defined in another style.
    ground.enter('other')
    paragraphs.frame(1)
  }
  const showObject = (a: XmlAttributes) => {
    frames.content()
    const object = objects.get((a['xlink:href'] ?? '').replace(/^\.\//, '').replace(/\/$/, ''))
    if (!object) unread.add('object')
    else if ('text' in object) paragraphs.insert(object.text)
    else paragraphs.attach([...object.blocks])
  }
  return {
    ...Object.fromEntries(SHAPES.map((shape) => [shape, beginShape])),
    'draw:frame'(a) {
      // An unfilled placeholder displays a prompt.
      if (a['presentation:placeholder'] === 'true') return 'skip'
      frames.begin(a)
      return beginShape()
    },
    'draw:image': frames.picture,
    'draw:text-box': frames.content,
    'draw:object': showObject,
    'draw:object-ole'() {
      frames.content()
      unread.add('object')
    },
    'draw:plugin'(a) {
      frames.content()
      unread.add(a['draw:mime-type']?.startsWith('audio') ? 'sound' : 'video')
    },
    'draw:control'(a) {
      const text = forms.textOf(a['draw:control'])
      if (text === null) return
      paragraphs.frame(1)
      paragraphs.insert(text)
      paragraphs.frame(-1)
    },
    'draw:page'(a) {
      const number = pages.startSlide(a['draw:name'])
      if (kind === 'odp' && styles.isUnseen(a['draw:style-name'])) hidden.slide(number)
      if (kind === 'odp') footers.slide(a, styles.slide(a['draw:style-name']))
    },
    'presentation:notes': () => paragraphs.note(1),
  }
}
