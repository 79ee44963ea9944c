import { escapeXml } from '@parvis/markdown'

/** Styles used by a report. */
export type StyleKey =
  | 'Title'
  | `Heading${1 | 2 | 3 | 4 | 5 | 6}`
  | 'Facts'
  | 'Body'
  | `Cell${9 | 8 | 7 | 6}`
  | 'Code'
  | 'CodeWords'
  | 'Quote'
  | 'Visa'
  | 'Considerant'
  | 'Article'
  | 'Question'
  | 'Source'
  | 'Event'
  | 'Mention'
  | 'Hyperlink'
  | 'FootnoteText'
  | 'FootnoteReference'

/** Id of each style in the letterhead. */
export type StyleIds = Readonly<Record<StyleKey, string>>

interface StyleDefinition {
  /** Name of the style in styles.xml, the same in every language. */
  name: string
  type: 'paragraph' | 'character'
  /** XML content of the style after its name. */
  content: string
  /** Names, in lower case, under which a letterhead may have the style. */
  aliases?: readonly string[]
}

const ink = '1F3864'
const grey = '595959'
const spacing = (before: number, after: number, line?: number) =>
  `<w:spacing w:before="${before}" w:after="${after}"${line === undefined ? '' : ` w:line="${line}" w:lineRule="auto"`}/>`
const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`
const hanging = '<w:ind w:left="425" w:hanging="425"/>'
const mono = '<w:rFonts w:ascii="Liberation Mono" w:hAnsi="Liberation Mono" w:cs="Liberation Mono"/>'

const headingSizes = [32, 27, 24, 22, 22, 22]
const headings = headingSizes.map((halfPoints, index): [StyleKey, StyleDefinition] => [
  `Heading${index + 1}` as StyleKey,
  {
    name: `heading ${index + 1}`,
    type: 'paragraph',
    content: `<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:uiPriority w:val="9"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/>${spacing(index === 0 ? 360 : 240, 100)}<w:outlineLvl w:val="${index}"/></w:pPr><w:rPr><w:b/><w:bCs/>${index > 3 ? '<w:i/><w:iCs/>' : ''}<w:color w:val="${ink}"/>${size(halfPoints)}</w:rPr>`,
  },
])

const toStyle = (name: string, pPr: string, rPr = ''): StyleDefinition => ({
  name,
  type: 'paragraph',
  content: `<w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${pPr}</w:pPr>${rPr && `<w:rPr>${rPr}</w:rPr>`}`,
})
const bar = (color: string) => `<w:pBdr><w:left w:val="single" w:sz="18" w:space="8" w:color="${color}"/></w:pBdr>`

const definitions = new Map<StyleKey, StyleDefinition>([
  ['Title', toStyle('Title', spacing(0, 60), `<w:b/><w:bCs/><w:color w:val="${ink}"/>${size(44)}`)],
  ...headings,
  ['Facts', toStyle('Parvis repères', `${spacing(0, 40)}<w:contextualSpacing/>`, `<w:color w:val="${grey}"/>${size(20)}`)],
  ['Body', toStyle('Parvis texte', spacing(0, 140, 276))],
  ...([9, 8, 7, 6] as const).map((points): [StyleKey, StyleDefinition] => [
    `Cell${points}`,
    toStyle(`Parvis tableau ${points}`, spacing(0, 0), size(2 * points)),
  ]),
  [
    'Code',
    toStyle(
      'Parvis code',
      `<w:keepLines/><w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/>${spacing(60, 180)}<w:ind w:left="113" w:right="113"/>`,
      `${mono}<w:noProof/>${size(19)}`,
    ),
  ],
  [
    'CodeWords',
    {
      name: 'Parvis code en ligne',
      type: 'character',
      content: `<w:rPr>${mono}<w:noProof/>${size(20)}<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/></w:rPr>`,
    },
  ],
  ['Quote', toStyle('Quote', `${bar('8EA0BF')}${spacing(60, 140, 276)}<w:ind w:left="454" w:right="284"/>`, '<w:i/><w:iCs/>')],
  // The first line begins at the margin, so that the eye finds each visa; an article has air above it.
  ['Visa', { ...toStyle('Parvis visa', `${spacing(0, 80, 276)}${hanging}`), aliases: ['visa', 'visas'] }],
  ['Considerant', { ...toStyle('Parvis considérant', `${spacing(0, 80, 276)}${hanging}`), aliases: ['considérant', 'considerant', 'considérants'] }],
  ['Article', { ...toStyle('Parvis article', spacing(220, 140, 276)), aliases: ['article', 'articles'] }],
  ['Question', toStyle('Parvis question', `${bar(ink)}<w:shd w:val="clear" w:color="auto" w:fill="EEF2F8"/>${spacing(60, 200, 276)}<w:ind w:left="284"/>`)],
  ['Source', toStyle('Parvis source', `${spacing(0, 100)}<w:ind w:left="454" w:hanging="454"/>`, size(20))],
  // Kept with the next paragraph, so that it is never the last line of a page.
  ['Event', toStyle('Parvis événement', `<w:keepNext/>${spacing(240, 60)}<w:jc w:val="center"/>`, `<w:color w:val="${grey}"/>${size(18)}`)],
  [
    'Mention',
    toStyle(
      'Parvis mention',
      `<w:pBdr><w:top w:val="single" w:sz="4" w:space="6" w:color="BFBFBF"/></w:pBdr>${spacing(240, 0)}`,
      `<w:i/><w:iCs/><w:color w:val="${grey}"/>${size(18)}`,
    ),
  ],
  ['Hyperlink', { name: 'Hyperlink', type: 'character', content: '<w:rPr><w:color w:val="0B4FA0"/><w:u w:val="single"/></w:rPr>' }],
  ['FootnoteText', toStyle('footnote text', spacing(0, 40), size(18))],
  ['FootnoteReference', { name: 'footnote reference', type: 'character', content: '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>' }],
])

/**
 * Adds the missing styles to a letterhead. A style of the letterhead is recognised by its name and is not replaced, so that headings look as the
 * organisation wants. Word stores these names in English, whatever its language.
 */
export function withStyles(stylesXml: string): { xml: string; ids: StyleIds } {
  const styleIds = new Map<string, string>()
  const usedKeys = new Set<string>()
  let normal = 'Normal'
  for (const [style] of stylesXml.matchAll(/<w:style [\s\S]*?<\/w:style>/g)) {
    const id = /w:styleId="([^"]*)"/.exec(style)?.[1]
    const name = /<w:name w:val="([^"]*)"/.exec(style)?.[1]
    if (id === undefined || name === undefined) continue
    usedKeys.add(id)
    styleIds.set(`${/w:type="([^"]*)"/.exec(style)?.[1]} ${name.toLowerCase()}`, id)
    if (/w:default="(?:1|true|on)"/.test(style.split('>')[0]!) && /w:type="paragraph"/.test(style)) normal = id
  }
  const ids: Partial<Record<StyleKey, string>> = {}
  const addedStyles: string[] = []
  for (const [key, { name, type, content, aliases = [] }] of definitions) {
    const styleId = [name, ...aliases].map((one) => styleIds.get(`${type} ${escapeXml(one).toLowerCase()}`)).find((id) => id !== undefined)
    const freeKey = usedKeys.has(key) ? `Parvis${key}` : key
    ids[key] = styleId ?? freeKey
    if (styleId !== undefined) continue
    const isBuiltIn = !name.startsWith('Parvis')
    addedStyles.push(
      `<w:style w:type="${type}"${isBuiltIn ? '' : ' w:customStyle="1"'} w:styleId="${freeKey}"><w:name w:val="${name}"/>${content.replace('"Normal"/><w:next w:val="Normal"', `"${normal}"/><w:next w:val="${normal}"`).replace('<w:basedOn w:val="Normal"/>', `<w:basedOn w:val="${normal}"/>`)}</w:style>`,
    )
  }
  return { xml: stylesXml.replace('</w:styles>', () => `${addedStyles.join('')}</w:styles>`), ids: ids as StyleIds }
}
