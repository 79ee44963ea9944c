import { createMarkdownReader } from './read-markdown.ts'
import { hasHeader, isNumbered, withoutTitle, type DocumentBlock, type InlineNode, type TextMark } from './tree.ts'
import { escapeXml } from './text.ts'

/**
 * Converts the Markdown of an answer to simple HTML, which word processors understand. All text is escaped, including HTML; nothing is fetched; a picture
 * becomes its description (trust cases INJ-04 and INJ-07).
 * @param headingLevel level of its outermost headings
 * @param title title already written above: the heading that repeats it is left out
 */
export function toHtml(markdown: string, headingLevel = 1, title: string | null = null): string {
  const notes: string[] = []
  const body = withoutTitle(createMarkdownReader().read(markdown, headingLevel), title).map((child) => block(child, notes))
  return [...body, ...(notes.length === 0 ? [] : ['<hr>', ...notes])].join('\n')
}

// Attributes instead of `style`: the browser applies the page's content security policy, which forbids inline styles, to what it puts in the clipboard.
function block(one: DocumentBlock, notes: string[]): string {
  const toInnerHtml = (blocks: readonly DocumentBlock[]) => blocks.map((child) => block(child, notes)).join('')
  switch (one.kind) {
    case 'heading':
      return `<h${one.level}>${inline(one.content, notes)}</h${one.level}>`
    case 'paragraph':
      return `<p>${inline(one.content, notes)}</p>`
    case 'code':
      return `<pre>${escapeXml(one.text)}</pre>`
    case 'quote':
      return `<blockquote>${toInnerHtml(one.blocks)}</blockquote>`
    case 'rule':
      return '<hr>'
    case 'list': {
      const isOrdered = isNumbered(one.marker)
      const tag = isOrdered ? 'ol' : 'ul'
      const look = one.marker === 'none' ? ' type="none"' : isOrdered && one.start !== 1 ? ` start="${one.start}"` : ''
      // The first paragraph of an item is beside its bullet, not in a separate paragraph.
      const items = one.items.map(([first, ...rest]) => {
        const firstLine = first?.kind === 'paragraph' ? inline(first.content, notes) : first ? block(first, notes) : ''
        return `<li>${firstLine}${toInnerHtml(rest)}</li>`
      })
      return `<${tag}${look}>${items.join('')}</${tag}>`
    }
    case 'table': {
      const row = (tag: 'th' | 'td', cells: InlineNode[][]) =>
        `<tr>${cells
          .map((content, index) => {
            const align = one.aligns[index] ? ` align="${one.aligns[index]}"` : ''
            const look = tag === 'th' ? ' scope="col" bgcolor="#e6ebf4"' : ''
            return `<${tag}${align}${look}>${inline(content, notes)}</${tag}>`
          })
          .join('')}</tr>`
      return `<table border="1" cellspacing="0" cellpadding="6">${hasHeader(one.header) ? `<thead>${row('th', one.header)}</thead>` : ''}<tbody>${one.rows.map((cells) => row('td', cells)).join('')}</tbody></table>`
    }
  }
}

const tags: Record<TextMark, [open: string, close: string]> = {
  bold: ['<strong>', '</strong>'],
  italic: ['<em>', '</em>'],
  strike: ['<s>', '</s>'],
  code: ['<code>', '</code>'],
  underline: ['<u>', '</u>'],
  highlight: ['<mark>', '</mark>'],
  raised: ['<sup>', '</sup>'],
  lowered: ['<sub>', '</sub>'],
  call: ['<sup>', '</sup>'],
}

function inline(content: readonly InlineNode[], notes: string[]): string {
  return content
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return part.marks.reduceRight((inner, mark) => `${tags[mark][0]}${inner}${tags[mark][1]}`, escapeXml(part.text))
        case 'break':
          return '<br>'
        case 'link':
          return `<a href="${escapeXml(part.address)}">${inline(part.content, notes)}</a>`
        case 'note': {
          notes.push(`<p><sup>${part.number}</sup> ${inline(part.content, notes)}</p>`)
          return `<sup>${part.number}</sup>`
        }
      }
    })
    .join('')
}
