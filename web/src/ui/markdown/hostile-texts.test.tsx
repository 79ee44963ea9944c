import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { hostileTexts } from '../../../../seed/hostile-texts.ts'
import { Markdown } from '../content/Markdown.tsx'

const tags = new Set(
  'a blockquote br button code del div em h2 h3 h4 h5 h6 hr input li mark ol p path polyline line rect circle pre span strong sub sup svg table tbody td th thead tr u ul'.split(
    ' ',
  ),
)
const attributes = /^(aria-[a-z]+|class|data-[a-z-]+|href|id|rel|role|scope|start|tabindex|target|title|type|value|checked|disabled|readonly|lang|dir)$/i
const drawing = /^(xmlns|width|height|viewBox|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin|d|points|x|x1|x2|y|y1|y2|rx|ry|r|cx|cy)$/
const addresses = /^(https?:\/\/|mailto:|#)/

/** Returns the elements, attributes and URLs of the markup that answers must not have. React escapes the rest. */
function dangers(markup: string): string[] {
  const found: string[] = []
  for (const [, tag = '', rest = ''] of markup.matchAll(/<([a-z][^\s/>]*)([^>]*)>/gi)) {
    if (!tags.has(tag)) found.push(`<${tag}>`)
    const isDrawing = /^(svg|path|polyline|line|rect|circle)$/.test(tag)
    for (const [, name = '', value = ''] of rest.matchAll(/([^\s"'=/]+)(?:="([^"]*)")?/g)) {
      if (!attributes.test(name) && !(isDrawing && drawing.test(name))) found.push(`<${tag} ${name}>`)
      if (name === 'href' && !addresses.test(value)) found.push(`<${tag} href="${value}">`)
    }
  }
  return found
}

it('the reading of the markup is awake', () => {
  expect(dangers('<script>x</script>')).toEqual(['<script>'])
  expect(dangers('<a href="javascript:x" onclick="x">x</a><img src="x">')).toEqual(['<a href="javascript:x">', '<a onclick>', '<img>', '<img src>'])
})

describe('INJ-02 texts that try to act', () => {
  const draw = (text: string, isStreaming: boolean) =>
    renderToStaticMarkup(createElement(Markdown, { text, isStreaming, renderCitation: (number) => createElement('span', null, number) }))

  it('are more than a hundred and twenty', () => expect(hostileTexts.length).toBeGreaterThanOrEqual(120))

  it.each(hostileTexts)('do nothing, whole nor one character at a time: %s', (text) => {
    // The text is also surrounded by other text, as in an answer.
    const answer = `Voici : ${text} fin\n\n${text}`
    const found = new Set(dangers(draw(answer, false)))
    for (let length = 1; length <= answer.length; length += 1) for (const danger of dangers(draw(answer.slice(0, length), true))) found.add(danger)
    expect([...found]).toEqual([])
  })
})
