import type { DocumentBuilder } from '../../building/document-builder.ts'
import { hiddenSlidesWarning, createUnread, type UnreadContent } from '../../building/unread.ts'
import { readRelationships, readXmlPart } from '../../containers/xml.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { readCoreTitle } from '../office-title.ts'
import { readEmbedded } from '../ooxml/embedded.ts'
import { createSlideHandler } from './slide.ts'

type Presentation = { slides: string[]; /** Area of a slide, in square EMU. */ area: number }
type Relationships = Awaited<ReturnType<typeof readRelationships>>

/** Reads the slides of a presentation in projection order, with speaker notes. Hidden slides are read too, with a warning. */
export async function readPptx(zip: BoundedZip, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  await readCoreTitle(zip, builder)
  const { slides, area } = await readPresentation(zip, depth)
  const unread = createUnread()
  const hiddenSlides: number[] = []
  const writeRepeated = createRepeatedTextWriter(builder)
  const readParts = new Set<string>()

  const readSlide = async (slide: string, number: number): Promise<void> => {
    const slideUnread: UnreadContent = { ...unread, add: (kind, name) => unread.add(kind, [name, `diapositive ${number}`].filter(Boolean).join(', ')) }
    const file = { zip, builder, unread: slideUnread }
    const read = async (part: string, role: 'slide' | 'notes' | 'layout') => {
      const handler = createSlideHandler(file, { role, area, writeRepeated, embedded: await readEmbedded(file, part) })
      await readXmlPart(zip, part, handler, depth)
      return handler
    }
    const related = await readRelationships(zip, slide, depth)
    const { isHidden, showsLayout } = await read(slide, 'slide')
    if (isHidden()) hiddenSlides.push(number)
    const layout = targetOf(related, 'slideLayout')
    if (showsLayout() && layout && !readParts.has(layout)) {
      readParts.add(layout)
      const master = targetOf(await readRelationships(zip, layout, depth), 'slideMaster')
      const { showsLayout: showsMaster } = await read(layout, 'layout')
      if (showsMaster() && master && !readParts.has(master)) {
        readParts.add(master)
        await read(master, 'layout')
      }
    }
    const notes = targetOf(related, 'notesSlide')
    if (notes) await read(notes, 'notes')
    if (targetOf(related, 'comments')) builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
  }

  try {
    for (const [index, slide] of slides.entries()) {
      builder.page(index + 1)
      await readSlide(slide, index + 1)
    }
  } finally {
    if (hiddenSlides.length > 0) builder.warn('hidden_rows', hiddenSlidesWarning(hiddenSlides))
    unread.warn(builder)
  }
}

/** Returns a writer of footers and of texts of layouts and masters. Each text is written once; a short number alone is a slide number and is dropped. */
function createRepeatedTextWriter(builder: DocumentBuilder): (text: string) => void {
  const writtenTexts = new Set<string>()
  return (text) => {
    if (writtenTexts.has(text) || !/\p{L}|\d{4}/u.test(text)) return
    writtenTexts.add(text)
    builder.paragraph(text, { boilerplate: true })
  }
}

const targetOf = (related: Relationships, type: string): string | undefined =>
  [...related.values()].find((relationship) => relationship.type.endsWith(`/${type}`))?.target

async function readPresentation(zip: BoundedZip, depth: number): Promise<Presentation> {
  const parts = await readRelationships(zip, 'ppt/presentation.xml', depth)
  const presentation: Presentation = { slides: [], area: Infinity }
  await readXmlPart(
    zip,
    'ppt/presentation.xml',
    {
      open(name, a) {
        const slide = name === 'p:sldId' ? parts.get(a['r:id'] ?? '') : undefined
        if (slide) presentation.slides.push(slide.target)
        if (name === 'p:sldSz') presentation.area = Number(a['cx']) * Number(a['cy']) || Infinity
      },
    },
    depth,
  )
  return presentation
}
