import { escapeXml, isNumbered, type ListMarker } from '@parvis/markdown'

/** Styles of the text: those that every LibreOffice document has under the same names, and a few of our own. */
const ink = '#1f3864'
const grey = '#595959'
const mono = `style:font-pitch="fixed" fo:font-family="'Liberation Mono'" fo:language="zxx" fo:country="none"`

interface OdtStyleDefinition {
  family: 'paragraph' | 'text'
  display: string
  parent?: string
  more?: string
  paragraph?: string
  text?: string
  /** Display names under which a letterhead may have the style, which is then derived from it. */
  aliases?: readonly string[]
}

const space = (top: number, bottom: number) => `fo:margin-top="${top}cm" fo:margin-bottom="${bottom}cm"`
const hanging = 'fo:margin-left="0.75cm" fo:text-indent="-0.75cm" fo:line-height="115%"'
const headingSizes = [16, 13.5, 12, 11, 11, 11]

const definitions: Readonly<Record<string, OdtStyleDefinition>> = {
  Title: { family: 'paragraph', display: 'Title', paragraph: space(0, 0.1), text: `fo:font-size="22pt" fo:font-weight="bold" fo:color="${ink}"` },
  ...Object.fromEntries(
    headingSizes.map((size, index): [string, OdtStyleDefinition] => [
      `Heading_20_${index + 1}`,
      {
        family: 'paragraph',
        display: `Heading ${index + 1}`,
        more: `style:default-outline-level="${index + 1}" style:next-style-name="Text_20_body"`,
        paragraph: `${space(index === 0 ? 0.63 : 0.42, 0.18)} fo:keep-with-next="always"`,
        text: `fo:font-size="${size}pt" fo:font-weight="bold" fo:color="${ink}"${index > 3 ? ' fo:font-style="italic"' : ''}`,
      },
    ]),
  ),
  Text_20_body: { family: 'paragraph', display: 'Text body', paragraph: `${space(0, 0.25)} fo:line-height="115%"` },
  Quotations: {
    family: 'paragraph',
    display: 'Quotations',
    paragraph: `${space(0.1, 0.25)} fo:margin-left="0.8cm" fo:margin-right="0.5cm" fo:border-left="2pt solid #8ea0bf" fo:padding-left="0.3cm" fo:line-height="115%"`,
    text: 'fo:font-style="italic"',
  },
  Preformatted_20_Text: { family: 'paragraph', display: 'Preformatted Text', text: `${mono} fo:font-size="9.5pt"` },
  Parvis_20_code: {
    family: 'paragraph',
    display: 'Parvis code',
    parent: 'Preformatted_20_Text',
    paragraph: `${space(0.1, 0.35)} fo:background-color="#f2f2f2" fo:padding="0.15cm" fo:border="none" fo:keep-together="always"`,
  },
  Footnote: { family: 'paragraph', display: 'Footnote', paragraph: space(0, 0.05), text: 'fo:font-size="9pt"' },
  Parvis_20_reperes: { family: 'paragraph', display: 'Parvis repères', text: `fo:font-size="10pt" fo:color="${grey}"` },
  Parvis_20_visa: { family: 'paragraph', display: 'Parvis visa', aliases: ['Visa', 'Visas'], paragraph: `${space(0, 0.14)} ${hanging}` },
  Parvis_20_considerant: {
    family: 'paragraph',
    display: 'Parvis considérant',
    aliases: ['Considérant', 'Considerant'],
    paragraph: `${space(0, 0.14)} ${hanging}`,
  },
  Parvis_20_article: {
    family: 'paragraph',
    display: 'Parvis article',
    aliases: ['Article', 'Articles'],
    paragraph: `${space(0.39, 0.25)} fo:line-height="115%"`,
  },
  Parvis_20_question: {
    family: 'paragraph',
    display: 'Parvis question',
    paragraph: `${space(0.1, 0.35)} fo:margin-left="0.5cm" fo:background-color="#eef2f8" fo:border-left="2pt solid ${ink}" fo:padding="0.15cm" fo:line-height="115%"`,
  },
  Parvis_20_source: {
    family: 'paragraph',
    display: 'Parvis source',
    paragraph: `${space(0, 0.18)} fo:margin-left="0.8cm" fo:text-indent="-0.8cm"`,
    text: 'fo:font-size="10pt"',
  },
  Parvis_20_evenement: {
    family: 'paragraph',
    display: 'Parvis événement',
    paragraph: `${space(0.42, 0.1)} fo:text-align="center" fo:keep-with-next="always"`,
    text: `fo:font-size="9pt" fo:color="${grey}"`,
  },
  Parvis_20_mention: {
    family: 'paragraph',
    display: 'Parvis mention',
    paragraph: `${space(0.42, 0)} fo:border-top="0.5pt solid #bfbfbf" fo:padding-top="0.15cm"`,
    text: `fo:font-size="9pt" fo:font-style="italic" fo:color="${grey}"`,
  },
  Horizontal_20_Line: { family: 'paragraph', display: 'Horizontal Line', paragraph: `${space(0, 0.42)} fo:border-bottom="0.5pt solid #a6a6a6"` },
  Footnote_20_Symbol: { family: 'text', display: 'Footnote Symbol', text: 'style:text-position="super 58%"' },
  Footnote_20_anchor: { family: 'text', display: 'Footnote anchor', text: 'style:text-position="super 58%"' },
  Internet_20_link: {
    family: 'text',
    display: 'Internet link',
    text: 'fo:color="#0b4fa0" style:text-underline-style="solid" style:text-underline-width="auto" style:text-underline-color="font-color"',
  },
}

/** Sets the language of a letterhead's styles.xml to French, and adds the missing styles. Existing ones are not replaced. */
export function withOdtStyles(xml: string): string {
  const namedStyles = /<office:styles>([\s\S]*?)<\/office:styles>/.exec(xml)?.[1] ?? ''
  const addedStyles = Object.entries(definitions)
    .filter(
      ([name, { family }]) =>
        !new RegExp(
          `<style:style [^>]*style:name="${name}"[^>]*style:family="${family}"|<style:style [^>]*style:family="${family}"[^>]*style:name="${name}"`,
        ).test(namedStyles),
    )
    .map(([name, { family, display, parent, more, paragraph, text, aliases = [] }]) => {
      const own = aliases.map((alias) => styleNamed(namedStyles, alias)).find((one) => one !== undefined)
      const base = own ?? parent ?? 'Standard'
      return `<style:style style:name="${name}" style:display-name="${escapeXml(display)}" style:family="${family}"${family === 'paragraph' ? ` style:parent-style-name="${base}"` : ''}${more ? ` ${more}` : ''}>${paragraph && own === undefined ? `<style:paragraph-properties ${paragraph}/>` : ''}${text ? `<style:text-properties ${text}/>` : ''}</style:style>`
    })
  const standard = /style:name="Standard"/.test(namedStyles) ? '' : '<style:style style:name="Standard" style:family="paragraph" style:class="text"/>'
  const styles = `${inFrench(namedStyles)}${standard}${addedStyles.join('')}${namedStyles.includes('text:note-class="footnote"') ? '' : footnotes}`
  if (xml.includes('<office:styles>')) return xml.replace(/<office:styles>[\s\S]*?<\/office:styles>/, () => `<office:styles>${styles}</office:styles>`)
  return xml.replace(/<office:(?:automatic-styles|master-styles)>/, (open) => `<office:styles>${styles}</office:styles>${open}`)
}

/** Returns the name of the paragraph style that has this display name; a style without one is displayed under its name. */
function styleNamed(namedStyles: string, display: string): string | undefined {
  for (const [open] of namedStyles.matchAll(/<style:style [^>]*style:family="paragraph"[^>]*>/g)) {
    const name = /style:name="([^"]*)"/.exec(open)?.[1]
    const shown = /style:display-name="([^"]*)"/.exec(open)?.[1] ?? name
    if (name !== undefined && shown?.toLowerCase() === escapeXml(display).toLowerCase()) return name
  }
  return undefined
}

/** Sets the language of the text to French, for screen readers. */
function inFrench(namedStyles: string): string {
  const french = 'fo:language="fr" fo:country="FR"'
  const defaultStyle = /<style:default-style [^>]*style:family="paragraph"[^>]*>[\s\S]*?<\/style:default-style>/.exec(namedStyles)?.[0]
  if (defaultStyle === undefined) return `<style:default-style style:family="paragraph"><style:text-properties ${french}/></style:default-style>${namedStyles}`
  const withoutLanguage = defaultStyle.replace(/ fo:(?:language|country)="[^"]*"/g, '')
  const set = /<style:text-properties/.test(withoutLanguage)
    ? withoutLanguage.replace('<style:text-properties', `<style:text-properties ${french}`)
    : withoutLanguage.replace('</style:default-style>', `<style:text-properties ${french}/></style:default-style>`)
  return namedStyles.replace(defaultStyle, () => set)
}

const footnotes =
  '<text:notes-configuration text:note-class="footnote" text:default-style-name="Footnote" text:citation-style-name="Footnote_20_Symbol" text:citation-body-style-name="Footnote_20_anchor" style:num-format="1" text:start-value="0" text:footnotes-position="page" text:start-numbering-at="document"/>'

const inline = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`
const cellText = (name: string, align: string, size = '') =>
  `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="Text_20_body"><style:paragraph-properties fo:text-align="${align}" ${space(0, 0)} fo:line-height="100%"/>${size && `<style:text-properties fo:font-size="${size}"/>`}</style:style>`
const cell = (name: string, more: string, padding = '0.1cm') =>
  `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #a6a6a6" fo:padding="${padding}"${more}/></style:style>`

const levels = (marker: ListMarker) =>
  Array.from({ length: 10 }, (_, index) => {
    const place = `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" text:list-tab-stop-position="${0.75 * (index + 1)}cm" fo:text-indent="-0.75cm" fo:margin-left="${0.75 * (index + 1)}cm"/></style:list-level-properties>`
    return marker !== 'bullet'
      ? `<text:list-level-style-number text:level="${index + 1}" ${isNumbered(marker) ? `style:num-format="${'1ai'[index % 3]}" style:num-suffix="${marker === 'figure' ? '.' : ')'}"` : 'style:num-format=""'}>${place}</text:list-level-style-number>`
      : `<text:list-level-style-bullet text:level="${index + 1}" text:bullet-char="${'•◦▪'[index % 3]}">${place}</text:list-level-style-bullet>`
  }).join('')

/** Styles used only by this text: emphasis, cells, lists. */
export const automaticStyles = [
  inline('PvBold', 'fo:font-weight="bold" style:font-weight-asian="bold"'),
  inline('PvItalic', 'fo:font-style="italic"'),
  inline('PvStrike', 'style:text-line-through-style="solid" style:text-line-through-type="single"'),
  inline('PvCode', `${mono} fo:font-size="10pt" fo:background-color="#f2f2f2"`),
  inline('PvUnderline', 'style:text-underline-style="solid" style:text-underline-width="auto" style:text-underline-color="font-color"'),
  inline('PvHighlight', 'fo:background-color="#ffff00"'),
  inline('PvRaised', 'style:text-position="super 58%"'),
  inline('PvLowered', 'style:text-position="sub 58%"'),
  ...[
    ['', ''],
    ['9', '9pt'],
    ['8', '8pt'],
    ['7', '7pt'],
    ['6', '6pt'],
  ].flatMap(([suffix, size]) => [
    cellText(`PvLeft${suffix}`, 'start', size),
    cellText(`PvCenter${suffix}`, 'center', size),
    cellText(`PvRight${suffix}`, 'end', size),
  ]),
  `<style:style style:name="PvItem" style:family="paragraph" style:parent-style-name="Text_20_body"><style:paragraph-properties ${space(0, 0.1)}/></style:style>`,
  cell('PvCell', ''),
  cell('PvCellTight', '', '0.05cm'),
  cell('PvHeadTight', ' fo:background-color="#e6ebf4"', '0.05cm'),
  cell('PvHead', ' fo:background-color="#e6ebf4"'),
  '<style:style style:name="PvRow" style:family="table-row"><style:table-row-properties fo:keep-together="always"/></style:style>',
  `<text:list-style style:name="PvBullets">${levels('bullet')}</text:list-style>`,
  `<text:list-style style:name="PvFigures">${levels('figure')}</text:list-style>`,
  `<text:list-style style:name="PvParentheses">${levels('parenthesis')}</text:list-style>`,
  `<text:list-style style:name="PvBoxes">${levels('none')}</text:list-style>`,
].join('')
