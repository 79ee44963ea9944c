import { describe, expect, it } from 'vitest'
import { toHtml } from './to-html.ts'

describe('HTML of an answer', () => {
  it('keeps its form', () => {
    expect(toHtml('# Titre\n\n**gras** *italique* `code`\n\n- un\n- deux')).toBe(
      `<h1>Titre</h1>\n<p><strong>gras</strong> <em>italique</em> <code>code</code></p>\n<ul><li>un</li><li>deux</li></ul>`,
    )
    const table = toHtml('| A | B |\n|--|--:|\n| 1 | 2 |')
    expect(table).toBe(
      '<table border="1" cellspacing="0" cellpadding="6"><thead><tr><th scope="col" bgcolor="#e6ebf4">A</th><th align="right" scope="col" bgcolor="#e6ebf4">B</th></tr></thead><tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
    )
    expect(toHtml('Un[^a].\n\n[^a]: Note **b**.')).toBe('<p>Un<sup>1</sup>.</p>\n<hr>\n<p><sup>1</sup> Note <strong>b</strong>.</p>')
    expect(toHtml('3. trois')).toBe('<ol start="3"><li>trois</li></ol>')
  })

  it('does not print a line break that stands alone', () => {
    expect(toHtml('Un.\n\n<br>\n\nDeux.\n\n<BR />\n<br/>\n\nTrois<br>quatre.')).toBe('<p>Un.</p>\n<p>Deux.</p>\n<p>Trois<br>quatre.</p>')
    expect(toHtml('<br class="x">\n\n<hr>')).toBe('<p>&lt;br class=&quot;x&quot;&gt;</p>\n<p>&lt;hr&gt;</p>')
  })

  it('escapes all that it says, and fetches nothing (trust cases INJ-04 and INJ-07)', () => {
    const hostile =
      '<script>alert(1)</script> a & b\n\n<img src=x onerror=alert(1)>\n\n![vue](https://exfiltration.invalid/x.png) [x](javascript:alert(1)) <!--[if gte mso 9]><xml></xml><![endif]-->\n\n```\n<o:p>&nbsp;\n```'
    const html = toHtml(hostile)
    expect([...new Set(html.match(/<[^>]*>/g))]).toEqual(['<p>', '</p>', '<pre>', '</pre>'])
    expect(html).not.toContain('javascript:')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; a &amp; b')
    expect(html).toContain('[Image\u00a0: vue]')
  })
})
