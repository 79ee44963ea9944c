import type { DocumentBuilder } from '../building/document-builder.ts'
import { isReceiptStamp } from '../text/boilerplate.ts'
import { joinLines } from '../text/join-lines.ts'

/** Confidence, of 100, below which a warning says that the reading is uncertain. */
export const LOW_CONFIDENCE = 60

/** Writes a text recognised in an image. Blank lines separate paragraphs, words hyphenated at line ends are joined, stamps are separate paragraphs. */
export function writeRecognisedText(text: string, builder: DocumentBuilder): void {
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block
      .split('\n')
      .map((line) => line.trim())
      .filter(isReadable)
    const textLines: string[] = []
    for (const line of lines) {
      // In the same paragraph as other text, a stamp would make the search ignore all of it.
      if (isReceiptStamp(line)) builder.paragraph(line, { boilerplate: true })
      else textLines.push(line)
    }
    if (textLines.length > 0) builder.paragraph(textLines.reduce((before, after) => joinLines(before, after)))
  }
}

/** Whether a line has at least two letters or digits in a row. Stains and rules are recognised as a few symbols. */
function isReadable(line: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(line)
}
