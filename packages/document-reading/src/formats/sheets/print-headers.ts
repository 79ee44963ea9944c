import type { XmlAttributes } from '../../containers/xml-names.ts'

/** Pattern of the codes of a printed header: fonts, sizes, colours and styles; picture, date, file name and sheet name. */
const CODES = /&(?:"[^"]*"|K(?:[0-9A-F]{6}|\d\d[+-]\d{3})|\d+|[BIUESXYHODTFZAG])/gi
const PAGE_NUMBERS = /(?:\bpages?\s*)?&P(?:\s*(?:\/|sur|de)\s*&N)?|&N/gi

/** Collects the headers and footers that a sheet has when it is printed. */
export function createPrintHeaders() {
  const shownTexts: string[] = []
  let settings: XmlAttributes = {}
  let code: string | null = null
  const isOn = (value: string | undefined) => value === '1' || value === 'true'
  return {
    open(local: string, a: XmlAttributes): void {
      if (local === 'headerFooter') settings = a
      const [, pages] = /^(odd|even|first)(?:Header|Footer)$/.exec(local) ?? []
      if (pages && (pages === 'odd' || isOn(settings[pages === 'even' ? 'differentOddEven' : 'differentFirst']))) code = ''
    },
    close(local: string): void {
      if (code === null || !/(?:Header|Footer)$/.test(local)) return
      shownTexts.push(...partsOf(code))
      code = null
    },
    add(text: string): void {
      if (code !== null) code += text
    },
    texts: (): readonly string[] => shownTexts,
  }
}

/** Texts on the left, in the middle and on the right, without page numbers. */
const partsOf = (code: string): string[] =>
  code
    .replaceAll('&&', '\u0000')
    .split(/&[LCR]/)
    .map((part) => part.replace(CODES, '').replace(PAGE_NUMBERS, '').replaceAll('\u0000', '&').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
