import type { DocumentBuilder } from '../building/document-builder.ts'
import { isReceiptStamp } from '../text/boilerplate.ts'
import { joinLines } from '../text/join-lines.ts'

/** Under this confidence the person is told that the reading is uncertain. */
export const LOW_CONFIDENCE = 60

/** Writes a text read from an image: blank lines separate paragraphs, words cut at line ends are joined, stamps stand apart. */
export function writeRecognisedText(text: string, builder: DocumentBuilder): void {
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block
      .split('\n')
      .map((line) => line.trim())
      .filter(isReadable)
    const told: string[] = []
    for (const line of lines) {
      // Joined to what follows it, a stamp would have the search ignore it all.
      if (isReceiptStamp(line)) builder.paragraph(line, { boilerplate: true })
      else told.push(line)
    }
    if (told.length > 0) builder.paragraph(told.reduce((before, after) => joinLines(before, after)))
  }
}

/** Stains and rules are read as a few symbols. */
function isReadable(line: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(line)
}
