import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { createGroups } from './rtf-text.ts'

type Groups = ReturnType<typeof createGroups>

/** Text that a shape draws by itself (WordArt). Source: the drawing properties of [MS-ODRAW]. */
const DRAWN_TEXT = 'gtextUNICODE'

/** Follows embedded objects, equations and the properties of shapes. @param addBox adds a text after the paragraph */
export function createDrawing(groups: Groups, builder: DocumentBuilder, addBox: (text: string) => void) {
  let objectClass = ''
  let name = ''
  let value = ''
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
      object: () => groups.skip('object'),
      result() {
        // An object is shown by the text of its result, where it has one.
        if (groups.isIn('object')) groups.unskip('result')
      },
      objclass: () => void (objectClass = ''),
      moMath: () => builder.warn('content_unread', 'Équation non lue.'),
    },
    captures: {
      objclass: (characters: string) => void (objectClass += characters),
      sn: (characters: string) => void (name += characters),
      sv: (characters: string) => void (value += characters),
    },
    /** @param ended destination of the group that ends */
    endGroup(ended: string): void {
      if (groups.isIn(ended)) return
      if (ended === 'sv' && name.trim() === DRAWN_TEXT && value.trim() !== '') addBox(value.trim())
      else if (ended === 'object') {
        const label = objectClass.trim()
        builder.warn('content_unread', label ? `Objet incorporé non lu : ${label}.` : 'Objet incorporé non lu.')
        objectClass = ''
      }
    },
  }
}
