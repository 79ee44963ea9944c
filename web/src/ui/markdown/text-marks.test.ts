// @ts-expect-error The application has no types of Node; only its tests run there.
import { threadCpuUsage } from 'node:process'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from '../content/Markdown.tsx'
import { hostileTexts } from '../../../../seed/hostile-texts.ts'
import { markShownText, readShownText } from './text-marks.ts'

const renderCitation = (number: number) => createElement('sup', null, number)

/** Renders a Markdown text where each match of `found` in the shown text has a mark around it. */
function draw(text: string, found: RegExp, hasCitations = true): string {
  const shown = readShownText(text, hasCitations)
  const marks = [...shown.text.matchAll(found)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    render: (children: unknown) => createElement('u', null, children as never),
  }))
  const transform = markShownText(shown, marks)
  return renderToStaticMarkup(createElement(Markdown, { text, transform, ...(hasCitations && { renderCitation }) })).replace(/^<div[^>]*>|<\/div>$/g, '')
}

const article = /article\s+L\. \d+(?:\s+du CGCT)?/g

describe('marks on the shown text', () => {
  it.each([
    ['in a paragraph', 'Vu l’article L. 1 du CGCT.', '<p>Vu l’<u>article L. 1 du CGCT</u>.</p>'],
    ['cut by bold', 'Vu l’article **L. 1** du CGCT.', '<p>Vu l’<u>article <strong>L. 1</strong> du CGCT</u>.</p>'],
    ['begun inside bold', '**Vu l’article L. 1** du CGCT.', '<p><strong>Vu l’</strong><u><strong>article L. 1</strong> du CGCT</u>.</p>'],
    ['ended inside italics', 'article *L. 1 du CGCT et le reste*', '<p><u>article <em>L. 1 du CGCT</em></u><em> et le reste</em></p>'],
    ['over a line break', 'Vu l’article<br>L. 1 du CGCT.', '<p>Vu l’<u>article<br/>L. 1 du CGCT</u>.</p>'],
    ['in a list', '- un\n- article L. 1\n  1. article L. 2', '<ul><li>un</li><li><u>article L. 1</u><ol><li><u>article L. 2</u></li></ol></li></ul>'],
    ['in a heading', '# L’article L. 1', '<h2 data-rank="1">L’<u>article L. 1</u></h2>'],
    ['in a quotation', '> article L. 1', '<blockquote><p><u>article L. 1</u></p></blockquote>'],
    ['of a character written as an entity', 'S&amp;P : article L.&#32;1', '<p>S&amp;P : <u>article L. 1</u></p>'],
    ['not in code', '`article L. 1` et\n\n```\narticle L. 2\n```', null],
    ['not in a link', '[article L. 1](https://exemple.fr)', null],
    ['not over code', 'article `L. 1` du CGCT', null],
    ['not from a paragraph to the next', 'article\n\nL. 1 du CGCT', null],
    ['up to a citation', 'article L. 1[1] du CGCT', '<p><u>article L. 1</u><sup>1</sup> du CGCT</p>'],
    ['beside a citation', '[1]article L. 1[2]', '<p><sup>1</sup><u>article L. 1</u><sup>2</sup></p>'],
  ])('%s', (_, text, markup) => {
    const drawn = draw(text, article)
    if (markup === null) expect(drawn).toBe(draw(text, /(?!)/g))
    else expect(drawn.replaceAll('\u00a0', ' ')).toBe(markup)
  })

  it('in cells of a table and in its name, in notes, and in each of several paragraphs', () => {
    const table = draw('| Texte | article L. 1 |\n|--|--|\n| Voir | l’article L. 2 |', article)
    expect(table).toContain('aria-label="Tableau\u00a0: Texte, article L. 1"')
    expect(table).toContain('<th scope="col"><u>article L. 1</u></th>')
    expect(table).toContain('<td>l’<u>article L. 2</u></td>')
    expect(draw('Voir[^a].\n\n[^a]: L’article L. 3.\n[^b]: L’article L. 4.', article)).toMatch(/value="1"[^>]*>L’<u>article L. 3<\/u>\./)
    expect(draw('article L. 1\n\nUn.\n\narticle L. 2', article)).toBe('<p><u>article L. 1</u></p><p>Un.</p><p><u>article L. 2</u></p>')
  })

  it('change no word of a hostile text, wherever they fall', () => {
    const words = (markup: string) => markup.replace(/<[^>]+>/g, '')
    for (const text of hostileTexts) for (const found of [/\S+/g, /[\s\S]{3}/g]) expect(words(draw(text, found))).toBe(words(draw(text, /(?!)/g)))
  })

  it('are left out where the text is not the one that was read', () => {
    const other = readShownText('Un article L. 1.', false)
    const transform = markShownText(other, [{ start: 3, end: 15, render: (children) => createElement('u', null, children) }])
    expect(renderToStaticMarkup(createElement(Markdown, { text: 'Deux article L. 1.', transform }))).not.toContain('<u>')
  })

  it('a thousand in one paragraph of 400,000 characters take less than a second of processor time', () => {
    const text = Array.from({ length: 1000 }, (_, at) => `${'mot '.repeat(90)}article L. ${at}`).join(' ')
    const start = threadCpuUsage()
    expect(draw(text, article, false).match(/<u>/g)).toHaveLength(1000)
    expect(threadCpuUsage(start).user).toBeLessThan(1_000_000)
  })
})
