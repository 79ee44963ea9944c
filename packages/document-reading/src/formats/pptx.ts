import type { DocumentBuilder } from '../building/document-builder.ts'
import { createTableBuilder } from '../building/table-builder.ts'
import { readRelationships, readXmlPart, type XmlAttributes } from '../containers/xml.ts'
import type { BoundedZip } from '../containers/zip.ts'
import { readCoreTitle } from './office-title.ts'

/** Reads the slides of a presentation in their order of projection, with the speaker's notes. */
export async function readPptx(zip: BoundedZip, builder: DocumentBuilder): Promise<void> {
  const { depth } = builder.limits
  await readCoreTitle(zip, builder)
  const parts = await readRelationships(zip, 'ppt/presentation.xml', depth)
  const slides: string[] = []
  await readXmlPart(
    zip,
    'ppt/presentation.xml',
    {
      open(name, a) {
        const slide = name === 'p:sldId' ? parts.get(a['r:id'] ?? '') : undefined
        if (slide) slides.push(slide.target)
      },
    },
    depth,
  )

  for (const [index, slide] of slides.entries()) {
    builder.page(index + 1)
    await readXmlPart(zip, slide, createShapeHandler(builder, 'slide'), depth)
    const related = await readRelationships(zip, slide, depth)
    for (const { target, type } of related.values()) {
      if (type.endsWith('/notesSlide')) await readXmlPart(zip, target, createShapeHandler(builder, 'notes'), depth)
      else if (type.endsWith('/comments')) builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
    }
  }
}

function createShapeHandler(builder: DocumentBuilder, where: 'slide' | 'notes') {
  let paragraph: string | null = null
  let inText = false
  let skipping = 0
  let isTitle = false
  // Slide number, date and footer placeholders repeat on every slide.
  let isFurniture = false
  const tables = createTableBuilder()

  const endParagraph = () => {
    const text = paragraph?.trim()
    paragraph = null
    if (!text || isFurniture) return
    if (tables.write(text)) return
    if (where === 'notes') builder.paragraph(`Note de l’orateur : ${text}`)
    else if (isTitle) builder.heading(2, text)
    else builder.listItem(text)
  }

  return {
    open(name: string, a: XmlAttributes) {
      if (skipping || name === 'mc:Fallback') return void skipping++
      // A picture or a table may have been a placeholder too.
      if (name === 'p:sp') isTitle = isFurniture = false
      switch (name) {
        case 'p:ph':
          isTitle = /title/i.test(a['type'] ?? '') && !/subtitle/i.test(a['type'] ?? '')
          isFurniture = /^(sldNum|dt|ftr|hdr)$/.test(a['type'] ?? '')
          break
        case 'a:tbl':
          tables.begin()
          break
        case 'a:tr':
          tables.beginRow()
          break
        case 'a:tc':
          tables.beginCell()
          break
        case 'a:p':
          paragraph = ''
          break
        case 'a:t':
          inText = true
          break
        case 'a:br':
          if (paragraph !== null) paragraph += ' '
          break
      }
    },
    close(name: string) {
      if (skipping) return void skipping--
      switch (name) {
        case 'a:t':
          inText = false
          break
        case 'a:p':
          endParagraph()
          break
        // A table, which is no such shape, may follow.
        case 'p:sp':
          isTitle = isFurniture = false
          break
        case 'a:tc':
          tables.endCell()
          break
        case 'a:tr':
          tables.endRow()
          break
        case 'a:tbl': {
          const table = tables.end()
          if (table) builder.table(table.rows)
          break
        }
      }
    },
    text(text: string) {
      if (!skipping && inText && paragraph !== null) paragraph += text
    },
  }
}
