import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExtractedBlock, ExtractedDocument, ExtractedPage } from '../../adapters/text-extraction/port.ts'
import { chunkDocument, placeOf } from '../../retrieval/chunk.ts'
import type { Passage } from '../../retrieval/chunk.ts'
import { cutPages, sizeOf } from './stored-pages.ts'

/** Characters cut into passages at once: some milliseconds, then other requests have their turn. */
const charactersPerSlice = 4_000

type Heading = Extract<ExtractedBlock, { kind: 'heading' }>

/** The passages of a document, as chunkDocument makes them, without holding the process: a long document is cut in slices. */
export async function chunkInSlices({ title, format, pages }: Pick<ExtractedDocument, 'title' | 'format' | 'pages'>): Promise<Passage[]> {
  const passages: Passage[] = []
  let above: Heading[] = []
  let last: string | null = null
  for (const slice of slicesOf(cutPages(pages))) {
    // A slice begins under the headings that were open at the end of the one before, unless it begins with another sheet.
    if (placeOf(format, slice[0]!) !== last) above = []
    const led = above.length === 0 ? slice : [{ ...slice[0]!, blocks: [...above, ...slice[0]!.blocks] }, ...slice.slice(1)]
    for (const passage of chunkDocument({ format, title, pages: led, warnings: [] })) passages.push({ ...passage, position: passages.length })
    for (const page of slice) {
      const place = placeOf(format, page)
      above = headingsAfter(place === last ? above : [], page)
      last = place
    }
    await nextTurn()
  }
  return passages
}

function slicesOf(pages: readonly ExtractedPage[]): ExtractedPage[][] {
  const slices: ExtractedPage[][] = []
  let size = Infinity
  for (const page of pages) {
    if (size >= charactersPerSlice) {
      slices.push([])
      size = 0
    }
    slices.at(-1)!.push(page)
    size += page.blocks.reduce((sum, block) => sum + sizeOf(block), 0)
  }
  return slices
}

function headingsAfter(above: readonly Heading[], { blocks }: ExtractedPage): Heading[] {
  let open = [...above]
  for (const block of blocks) {
    if (block.kind === 'heading' && block.boilerplate !== true) open = [...open.filter(({ level }) => level < block.level), block]
  }
  return open
}
