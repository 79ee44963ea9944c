import type { DocumentBuilder } from '../building/document-builder.ts'
import { joinLines } from '../text/join-lines.ts'

/** Under this confidence the person is told that the reading is uncertain. */
export const LOW_CONFIDENCE = 60

/** Writes a text read from an image: blank lines separate paragraphs, words cut at line ends are joined. */
export function writeRecognisedText(text: string, builder: DocumentBuilder): void {
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block
      .split('\n')
      .map((line) => line.trim())
      .filter(isReadable)
    if (lines.length > 0) builder.paragraph(lines.reduce(joinLines))
  }
}

/** Stains and rules are read as a few symbols. */
function isReadable(line: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(line)
}
