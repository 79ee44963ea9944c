import { describe, expect, it } from 'vitest'
import { plainReport, wordDocument } from './export-answer.ts'
import { fileName } from './save.ts'
import { toHtml } from './to-html.ts'

const date = '2026-11-21T08:00:00.000Z'

describe('file name', () => {
  it.each([
    ['Rédacteur de délibérations', 'Redacteur-de-deliberations-2026-11-21.doc'],
    ['../../etc/passwd\\x:"<>|', 'etc-passwd-x-2026-11-21.doc'],
    ['Œuvre « sociale »', 'OEuvre-sociale-2026-11-21.doc'],
    ['…', 'reponse-2026-11-21.doc'],
  ])('of %s', (name, expected) => {
    expect(fileName({ parts: [name], date }, 'doc')).toBe(expected)
  })

  it('is letters, digits and hyphens, 80 at the most (trust case INJ-07)', () => {
    expect(fileName({ parts: ['é'.repeat(300), 'à'.repeat(300)], date }, 'txt')).toMatch(/^[\w-]{1,80}\.txt$/)
  })
})

it('tells the assistant, then what the file is about, once each', () => {
  expect(fileName({ parts: ['Rédacteur', 'Tarifs de la cantine'], date }, 'doc')).toBe('Redacteur-Tarifs-de-la-cantine-2026-11-21.doc')
  expect(fileName({ parts: ['Rédacteur', 'Rédacteur'], date }, 'doc')).toBe('Redacteur-2026-11-21.doc')
})

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

it('says that a machine wrote it (trust case LLM-13)', () => {
  const answer = { name: 'Notes <b>', title: 'Cantine <i>', text: '# Cantine\n\n**Voici.**', date }
  for (const text of [wordDocument(answer), plainReport(answer)]) expect(text).toContain('généré par une intelligence artificielle')
  expect(wordDocument(answer)).toContain('<title>Cantine &lt;i&gt;</title>')
  expect(wordDocument(answer)).toContain('21 novembre 2026')
  expect(plainReport(answer)).toMatch(/^Cantine <i>\r\nNotes <b>, 21 novembre 2026\r\n\r\nCantine\r\n\r\nVoici\.\r\n/)
})
