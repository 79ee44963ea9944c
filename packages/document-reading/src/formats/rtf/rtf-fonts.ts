import iconv from 'iconv-lite'
import { convertSymbols } from '../../text/symbol-fonts.ts'

const CHARSETS: Record<number, string> = {
  0: 'cp1252',
  1: 'cp1252',
  77: 'macroman',
  128: 'cp932',
  129: 'cp949',
  134: 'cp936',
  136: 'cp950',
  161: 'cp1253',
  162: 'cp1254',
  163: 'cp1258',
  177: 'cp1255',
  178: 'cp1256',
  186: 'cp1257',
  204: 'cp1251',
  222: 'cp874',
  238: 'cp1250',
}
/** Charset of symbol fonts: Symbol, Wingdings. */
const SYMBOLS = 2

/** Reads the fonts of a file and decodes bytes: in the encoding of their font, or else in that of the file. */
export function createFonts() {
  const charsets = new Map<number, number>()
  const names = new Map<number, string>()
  let codepage = 'cp1252'
  let defaultFont = 0
  const nameOf = (font: number): string | undefined => names.get(font)?.trim()
  return {
    selectEncoding: (name: string) => void (codepage = name),
    selectCodepage(number: number | null): void {
      if (number === 65001) codepage = 'utf8'
      else if (iconv.encodingExists(`cp${number}`)) codepage = `cp${number}`
    },
    setDefault: (font: number) => (defaultFont = font),
    byDefault: () => defaultFont,
    declare: (font: number, charset: number) => void charsets.set(font, charset),
    addName(font: number, characters: string): void {
      names.set(font, (names.get(font) ?? '') + characters.replace(';', ''))
    },
    /** Converts a character given by its Unicode code. In the private-use range, it depends on the font. */
    character: (character: string, font: number): string => (/[\uF020-\uF0FF]/.test(character) ? convertSymbols(character, nameOf(font)) : character),
    /** Converts a character of a list template. One below 32 is the index of a level, and is returned unchanged. */
    templateCharacter(character: string, font: number): string {
      const code = character.charCodeAt(0)
      if (code < 0x20) return character
      return code < 0x100 ? this.decode([code], font) : this.character(character, font)
    },
    decode(bytes: readonly number[], font: number): string {
      const charset = charsets.get(font) ?? -1
      if (charset === SYMBOLS) return convertSymbols(String.fromCharCode(...bytes.map((byte) => 0xf000 + byte)), nameOf(font) ?? 'symbol')
      return iconv.decode(Buffer.from(bytes), CHARSETS[charset] ?? codepage)
    },
  }
}
