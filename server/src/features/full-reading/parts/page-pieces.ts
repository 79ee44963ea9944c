import type { ExtractedPage, DocumentFormat } from '@parvis/document-reading'
import { blockTexts, estimateTokens, sheetOrSlideName } from '@parvis/french-search'
import { sectionOf } from '../../documents/reading/read-text.ts'

/** A page as text, or a piece of a document without pages. */
export type PagePiece = {
  page: number | null
  /** Headings above the first line, joined; null without any. */
  section: string | null
  /** Text with one block per line. Table rows are `a | b | c`, with the header repeated where a table is split. */
  text: string
}

/** Size of a piece of a document without pages, in estimated tokens: about 2,000 characters of prose. */
const maxPieceTokens = 450

type PieceLine = { text: string; path: readonly string[]; header?: string }

/**
 * Splits the extracted text of a document into pieces, in order and without loss: one per page. A document without pages is split between blocks, and a
 * long block between sentences. Pages without text are skipped.
 */
export function piecesOf(format: DocumentFormat, pages: readonly ExtractedPage[]): PagePiece[] {
  const path: string[] = []
  let sheet: string | null = null
  return pages.flatMap((page) => {
    const currentSheet = sheetOrSlideName(format, page)
    // The headings of a spreadsheet's sheet do not apply to the next one.
    if (currentSheet !== sheet) path.length = 0
    sheet = currentSheet
    return gather(page.page, linesOf(page, path, currentSheet), page.page === null ? maxPieceTokens : Infinity)
  })
}

/** `path` holds the headings above; it is updated with those of the page. */
function linesOf(page: ExtractedPage, path: string[], place: string | null): PieceLine[] {
  const headingTrail = () => [...(place === null ? [] : [place]), ...path.filter(Boolean)]
  return page.blocks.flatMap((block): PieceLine[] => {
    if (block.kind === 'heading') {
      if (block.boilerplate !== true) {
        path.length = Math.min(path.length, block.level - 1)
        path[block.level - 1] = block.text
      }
      return [{ text: block.text, path: headingTrail() }]
    }
    const { texts, header } = blockTexts(block, page.page === null ? maxPieceTokens : Infinity)
    return texts.filter((text) => text.trim() !== '').map((text) => ({ text, path: headingTrail(), ...(header !== undefined && { header }) }))
  })
}

function gather(page: number | null, lines: readonly PieceLine[], maxTokens: number): PagePiece[] {
  const pieces: PagePiece[] = []
  let texts: string[] = []
  let path: readonly string[] = []
  let size = 0
  const close = () => {
    if (texts.length > 0) pieces.push({ page, section: sectionOf(path), text: texts.join('\n') })
    texts = []
    size = 0
  }
  for (const { text, path: headingPath, header } of lines) {
    const addedTokens = estimateTokens(text)
    if (size + addedTokens > maxTokens) close()
    if (texts.length === 0) path = headingPath
    if (texts.length === 0 && header !== undefined && header !== text && pieces.length > 0) texts.push(header)
    texts.push(text)
    size += addedTokens
  }
  close()
  return pieces
}
