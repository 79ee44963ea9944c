import type { UnreadContent } from '../../building/unread.ts'
import { addObject } from '../ooxml/embedded.ts'
import type { createGroups } from './rtf-text.ts'

/** Name of the property that holds the text of WordArt. Source: the drawing properties of [MS-ODRAW]. */
const DRAWN_TEXT = 'gtextUNICODE'
/** Minimum area of a picture that may hold important text, in square twips: a tenth of a page. Logos are smaller. */
const LARGE_PICTURE = 62 * 567 ** 2

/**
 * Tracks embedded objects, pictures and shape properties.
 * @param addBox adds a text after the paragraph
 */
export function createDrawing(groups: ReturnType<typeof createGroups>, unread: UnreadContent, addBox: (text: string) => void) {
  let program = ''
  let name = ''
  let value = ''
  let size = { width: 0, height: 0 }
  const property = (part: 'sn' | 'sv') => () => {
    if (!groups.state().skip) return
    groups.skip(part)
    if (part === 'sn') name = ''
    value = ''
  }
  return {
    words: {
      sn: property('sn'),
      sv: property('sv'),
      object() {
        groups.skip('object')
        program = ''
      },
      result() {
        // The text of an object is that of its result, if any.
        if (groups.isIn('object')) groups.unskip('result')
      },
      pict() {
        groups.skip('pict')
        size = { width: 0, height: 0 }
      },
      picwgoal: (twips: number | null) => void (size.width = twips ?? 0),
      pichgoal: (twips: number | null) => void (size.height = twips ?? 0),
    },
    captures: {
      objclass: (characters: string) => void (program += characters),
      sn: (characters: string) => void (name += characters),
      sv: (characters: string) => void (value += characters),
    },
    /** @param ended destination of the group that ends */
    endGroup(ended: string): void {
      if (groups.isIn(ended)) return
      if (ended === 'sv' && name.trim() === DRAWN_TEXT && value.trim() !== '') addBox(value.trim())
      else if (ended === 'object') addObject(unread, program.trim())
      // The picture of an object is only its preview.
      else if (ended === 'pict' && !groups.isIn('result') && size.width * size.height >= LARGE_PICTURE) unread.add('image')
    },
  }
}
