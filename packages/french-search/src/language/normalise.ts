const LIGATURES: Record<string, string> = { œ: 'oe', æ: 'ae' }

/** Removes accents and splits ligatures: «œuvre», «été» → «oeuvre», «ete». */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[œæ]/g, (letter) => LIGATURES[letter] ?? letter)

/**
 * Normalises a text for comparison: NFC, lower case, straight apostrophes, simple hyphens and spaces, raised letters on the line («1ᵉʳ»), no soft hyphen,
 * no zero-width character.
 */
export const normalise = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[ᵃ-ᵡʰ-ʸ]/g, (character) => character.normalize('NFKC'))
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[‐‑–—−]/g, '-')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')

const ELISION = /(?<![\p{L}\p{N}])(?:qu|jusqu|lorsqu|puisqu|quoiqu|presqu|[cdjlmnst])'(?=[\p{L}\p{N}])/gu

/** Removes elisions: «l’arrêté», «jusqu’au» → «arrêté», «au». The text must be normalised. */
export const dropElisions = (text: string): string => text.replace(ELISION, ' ')
