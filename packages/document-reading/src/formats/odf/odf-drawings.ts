import type { Unread } from '../../building/unread.ts'
import type { XmlAttributes } from '../../containers/xml.ts'
import type { Closing, Opening, Parts } from './odf-content.ts'
import type { OdfKind } from './odf-pages.ts'

/** Shapes that may hold a text, frames apart. */
const SHAPES = ['custom-shape', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'regular-polygon', 'path', 'connector', 'caption', 'measure'].map(
  (shape) => `draw:${shape}`,
)

/** Area of a picture, in square centimetres, from which it may hold a text that matters: a tenth of a page. Logos are smaller. */
const LARGE_PICTURE = 62

type Frame = { area: number; hasPicture: boolean; isRead: boolean }

export type Frames = ReturnType<typeof createFrames>

/** Follows the frames that are open, to name the pictures that are alone in theirs: another content often has a picture of itself. */
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
    /** Ends of frames and shapes, each followed by `endShape`. */
    closing: (endShape: () => void): Closing => ({
      ...Object.fromEntries(SHAPES.map((shape) => [shape, endShape])),
      'draw:frame'() {
        end()
        endShape()
      },
    }),
  }
}

/** “12.5cm”, “3in” → centimetres. */
function centimetres(length: string | undefined): number {
  const [, number = '0', unit = 'cm'] = /^([\d.]+)(cm|mm|in|pt)$/.exec(length ?? '') ?? []
  return Number(number) * { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72 }[unit as 'cm']
}

export const drawingElements = ({ kind, objects, unread, styles, pages, paragraphs, ground, frames, forms, hidden, footers }: Parts): Opening => {
  const beginShape = () => {
    // What a drawing is filled with is said elsewhere.
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
      // A placeholder that nobody has filled shows a prompt.
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
