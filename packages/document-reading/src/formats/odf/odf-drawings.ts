import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { OdfOpenHandlers, OdfReaders } from './odf-parts.ts'
import { SHAPES } from './odf-frames.ts'

export const drawingElements = ({
  kind,
  objects,
  unread,
  styles,
  pages,
  paragraphs,
  ground,
  frames,
  forms,
  hiddenContent,
  footers,
}: OdfReaders): OdfOpenHandlers => {
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
      if (kind === 'odp' && styles.isHidden(a['draw:style-name'])) hiddenContent.slide(number)
      if (kind === 'odp') footers.slide(a, styles.slide(a['draw:style-name']))
    },
    'presentation:notes': () => paragraphs.note(1),
  }
}
