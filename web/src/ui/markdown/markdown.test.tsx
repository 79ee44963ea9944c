import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Markdown, type MarkdownProps } from '../content/Markdown.tsx'

const html = (text: string, props: Partial<MarkdownProps> = {}) => renderToStaticMarkup(createElement(Markdown, { text, ...props }))
/** Returns the text that a reader sees, without code. */
const seen = (markup: string) =>
  markup
    .replace(/<pre.*?<\/pre>/gs, '')
    .replace(/<code>.*?<\/code>/gs, '')
    .replace(/<[^>]+>/g, '')

afterEach(() => vi.restoreAllMocks())

describe('what models write', () => {
  it('A11-19 puts headings below those of the page, without a gap', () => {
    expect(html('### A\n\n##### B\n\ntexte\n\n### C')).toBe(html('# A\n\n## B\n\ntexte\n\n# C'))
    expect(html('### A\n\n##### B', { headingLevel: 3 })).toContain('<h3 data-rank="1">A</h3><h4 data-rank="2">B</h4>')
    expect(html('# A\n## B\n### C', { headingLevel: 5 })).toContain('<h5 data-rank="1">A</h5><h6 data-rank="2">B</h6><h6 data-rank="3">C</h6>')
  })

  it('reads emphasis, lists, tasks, quotes and entities', () => {
    expect(html('**gras** *italique* ~~barré~~ `code <b>`')).toContain('<strong>gras</strong> <em>italique</em> <del>barré</del> <code>code &lt;b&gt;</code>')
    expect(html('3. trois\n4. quatre')).toContain('<ol start="3"><li>trois</li><li>quatre</li></ol>')
    expect(html('- [x] fait')).toMatch(/<input type="checkbox"[^>]*aria-label="Fait"/)
    expect(html('> dit')).toContain('<blockquote><p>dit</p></blockquote>')
    expect(html('Caf&eacute; &amp; th&#233;')).toContain('Café &amp; thé')
  })

  it('keeps a loose list in one piece', () => expect(html('1. un\n\n2. deux\n\n   suite').match(/<ol>/g)).toHaveLength(1))

  it('A11-19 makes a table a named group that the keyboard reaches', () => {
    const table = html('| Poste | Montant |\n|:--|--:|\n| Voirie | 12<br>k€ |')
    expect(table).toContain('role="group" tabindex="0" aria-label="Tableau\u00a0: Poste, Montant"')
    expect(table).toContain('<th scope="col" data-align="right">Montant</th>')
    expect(table).toContain('<td data-align="right">12<br/>k€</td>')
  })

  it('A11-19 names a table by the words of its head, without their marks', () => {
    const head = (markdown: string) => /aria-label="Tableau\u00a0: ([^"]*)"/.exec(html(`${markdown}\n${markdown.replace(/[^|]+/g, '--')}`))?.[1]
    expect(head('| **Poste** | Montant<br>*HT* | `code` | &Eacute;cole [A](https://a.fr) |')).toBe('Poste, Montant HT, code, École A')
    expect(head('| ***a*** | ~~b~~ | \\* |')).toBe('a, b, *')
  })

  it('finds link definitions in other blocks, before or after', () => {
    expect(html('Voir [la page][p].\n\nSuite.\n\n[p]: https://exemple.fr/a')).toContain('<a href="https://exemple.fr/a"')
  })

  it('numbers notes in the order of their first call', () => {
    const notes = html('Un[^b] et deux[^a].\n\n[^a]: Note A\n[^b]: Note **B**\n  suite')
    expect(notes).toMatch(/<sup><a [^>]*>1<\/a><\/sup> et deux<sup><a [^>]*>2<\/a>/)
    expect(notes).toMatch(/<li [^>]*value="1"[^>]*>Note <strong>B<\/strong> suite/)
    expect(seen(notes)).not.toContain('[^')
  })

  it('keeps a line that only looks like a definition', () => {
    expect(html('[Objet]: Cantine\n[Date]: demain\n\nMadame,')).toContain('<p>[Objet]: Cantine</p><p>[Date]: demain</p><p>Madame,</p>')
    expect(html('- [Objet]: Cantine')).toContain('[Objet]: Cantine')
    expect(seen(html('Voir [la page][p].\n\n> [p]: https://exemple.fr/a'))).not.toContain('[p]:')
  })

  it('keeps a note that nothing calls where it is written', () => {
    expect(html('Texte.\n\n[^1]: Règlement de voirie.')).toContain('<p>Texte.</p><p>[^1]: Règlement de voirie.</p>')
    expect(html('Texte.\n\n[^1]: https://exemple.fr/a')).toContain('<p>[^1]: https://exemple.fr/a</p>')
    const both = seen(html('Texte[^a].\n\n[^a]: Appelée.\n[^b]: Seule.'))
    expect(both).toContain('[^b]: Seule.')
    expect(both).not.toContain('[^a]')
  })

  it('draws links in a browser without URL.parse', () => {
    vi.spyOn(URL, 'parse').mockImplementation(() => {
      throw new TypeError('URL.parse is not a function')
    })
    expect(html('[a](https://exemple.fr) et [b](/ici)')).toContain('<a href="https://exemple.fr/"')
  })

  it('does not take definitions out of code', () => {
    expect(html('```\n[a]: https://exemple.fr\n[^1]: note\n```')).toContain('[a]: https://exemple.fr\n[^1]: note')
  })

  it('draws citations when it is told how', () => {
    const renderCitation = (n: number) => (n < 3 ? createElement('b', null, n) : null)
    expect(html('Selon le règlement [1][2], voir [1, 3].', { renderCitation })).toContain('règlement <b>1</b><b>2</b>, voir <b>1</b>[3].')
    expect(html('Selon [1].')).toContain('Selon [1].')
    expect(html('`[1]` et [1](https://exemple.fr)', { renderCitation })).not.toContain('<b>')
  })

  it('says its language', () => expect(html('Hello', { lang: 'en' })).toContain('lang="en"'))

  it('says the language and the direction of a block that has its own', () => {
    const languageOf = (text: string) => (/[a-z]/i.test(text) ? (text.includes('the') ? 'en' : undefined) : 'ar')
    const markup = html('## Voici\n\nUn.\n\nOf the sea\n\n> سلام\n\n- the one\n- un', { languageOf })
    expect(markup).toContain('<h2 data-rank="1">Voici</h2><p>Un.</p><p lang="en">Of the sea</p>')
    expect(markup).toContain('<blockquote lang="ar" dir="rtl">')
    expect(markup).toContain('<li lang="en">the one</li><li>un</li>')
  })
})

describe('what nobody should be able to do', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x()">b</b>',
    '<svg/onload=alert(1)>',
    '<iframe src="javascript:alert(1)">',
    '<a href="javascript:alert(1)">x</a>',
    '<!--><script>alert(1)</script>-->',
    '| <img src=x onerror=alert(1)> |\n|--|',
    '- <script>x</script>',
    '> <style>*{}</style>',
    '[x]: https://a.fr "<script>"\n\n[x]',
    '```<script>\nx\n```',
    '`<script>`',
    '[<img src=x onerror=y>](https://a.fr)',
    '[^<b>]\n\n[^<b>]: <i>x</i>',
  ])('shows markup as text: %s', (text) => {
    const markup = html(text, { isStreaming: true }) + html(text)
    expect(markup).not.toMatch(/<(script|img|iframe|style|b|i)[\s>/]/i)
    expect(markup.replace(/&lt;[\s\S]*?&gt;/g, '')).not.toMatch(/\son\w+=/i)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/bibliotheque',
    'blob:https://a',
    '\u0001javascript:alert(1)',
  ])('makes no link to %s', (address) => {
    for (const text of [`[x](${address})`, `[x](<${address}>)`, `![x](${address})`, `<${address}>`, `[x][y]\n\n[y]: ${address}`])
      expect(html(text)).not.toContain('href')
  })

  it('opens allowed links elsewhere, without a referrer, and says so', () => {
    expect(html('[a](https://exemple.fr)')).toContain(
      '<a href="https://exemple.fr/" target="_blank" rel="noopener noreferrer nofollow">a<span data-host="true"> (exemple.fr)</span><span',
    )
    expect(html('mairie@exemple.fr')).toContain('href="mailto:mairie@exemple.fr"')
  })

  it('fetches no picture, and says where a click leads', () => {
    const markup = html('![Carte](https://pixel.example/suivi.png?id=3)')
    expect(markup).not.toContain('<img')
    expect(seen(markup)).toContain('Image\u00a0: Carte (pixel.example)')
  })

  it.each([
    ['[service-public.fr](https://faux-service-public.fr/a)', 'faux-service-public.fr'],
    ['[impots&#46;gouv&#46;fr](https://impots.evil.example/a)', 'impots.evil.example'],
    ['[impots&#46;gouv&#46;fr](https://evil.example/impots.gouv.fr)', 'evil.example'],
    ['[https://service-public.fr@evil.example](https://service-public.fr@evil.example/)', 'evil.example'],
    ['[cliquez ici](https://evil.example/)', 'evil.example'],
    ['[service-public.fr et evil.example](https://evil.example/)', 'evil.example'],
    ['[service\u200b-public.fr](https://evil.example/)', 'evil.example'],
    ['[maire@ville.fr](mailto:escroc@evil.example)', 'escroc@evil.example'],
  ])('A8 %s shows the machine that it leads to', (text, host) => expect(seen(html(text))).toContain(`(${host})`))

  it.each([
    '[service-public.fr](https://www.service-public.fr/a)',
    'https://www.service-public.fr/a',
    '[Service-Public.fr](https://service-public.fr:443)',
    'mairie@exemple.fr',
  ])('A8 %s says it once', (text) => expect(seen(html(text))).not.toMatch(/\((?!nouvelle)/))

  it('shows the machine behind a link that pretends to lead elsewhere', () => {
    expect(seen(html('[www.service-public.fr](https://evil.example/a)'))).toContain('www.service-public.fr (evil.example)')
    expect(seen(html('[www.service-public.fr](https://www.service-public.fr/a)'))).not.toContain('(www.')
  })

  it.each([
    ['*'.repeat(1e5)],
    ['['.repeat(1e5)],
    ['_a'.repeat(5e4)],
    ['**a'.repeat(3e4)],
    ['>'.repeat(1e5)],
    ['1. '.repeat(3e4)],
    ['- '.repeat(5e4)],
    ['`'.repeat(1e5)],
    ['[a]('.repeat(25e3)],
    ['![a]('.repeat(2e4)],
    ['<a'.repeat(5e4)],
    ['~~a'.repeat(3e4)],
    [`${'|a'.repeat(2e4)}\n${'|-'.repeat(2e4)}`],
    ['[^1]'.repeat(25e3)],
    ['[1]'.repeat(3e4)],
    ['\n'.repeat(1e5)],
    [Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}- a`).join('\n')],
    ['> '.repeat(20) + 'a\n\n'.repeat(1e4)],
  ])('survives hostile text %#', (text) => {
    expect(html(text).length).toBeGreaterThan(0)
    expect(html(text, { isStreaming: true }).length).toBeGreaterThan(0)
  })
})

const answer = `## Projet de délibération

Le **conseil municipal** vote *à la majorité* (voir [1] et l’[article L2121-29](https://www.legifrance.gouv.fr/codes)).

1. **Exposé** des motifs ;
2. visa du \`code général\` ;
   - sous-point _important_ ;
   - autre[^n].

- [ ] à faire
- [x] fait

| Poste | Montant |
|:------|--------:|
| **Voirie** | 12 000 € |
| École \`A\` | 3 *k€* |

\`\`\`sql
select * from budget where a = '**';
\`\`\`

> Citation ~~ancienne~~ nouvelle.

![Plan](https://exemple.fr/plan.png)

[^n]: Une note avec [un lien](https://exemple.fr).
`

describe('while it is being written', () => {
  const renderCitation = (n: number) => createElement('b', null, n)
  const frames = Array.from({ length: answer.length + 1 }, (_, at) => html(answer.slice(0, at), { isStreaming: true, renderCitation }))

  it('never flashes a raw mark', () => {
    const flashes = frames
      .map((markup, at) => [seen(markup).match(/\*|\]\(|\[|\]|`|~~|\|\s|--|^#|#\s|_/)?.[0], answer.slice(Math.max(0, at - 30), at)])
      .filter(([mark]) => mark)
    expect(flashes).toEqual([])
  })

  it('never shows the address of a definition, and shows at once a line that is none', () => {
    const growing = (text: string) => Array.from({ length: text.length }, (_, at) => seen(html(text.slice(0, at + 1), { isStreaming: true })))
    expect(growing('Voir [la page][p].\n\n[p]: https://exemple.fr/a').filter((shown) => shown.includes('http'))).toEqual([])
    expect(growing('[Objet]: Cantine').slice(-4)).toEqual(['[Objet]: Cant', '[Objet]: Canti', '[Objet]: Cantin', '[Objet]: Cantine'])
  })

  it('ends where the finished text is', () => {
    expect(frames.at(-1)!.replace(/ class="[^"]*"/, '')).toBe(html(answer, { renderCitation }).replace(/ class="[^"]*"/, ''))
  })

  it('only ever changes its last block', () => {
    // The reference to a note becomes a link when its text arrives: the only change allowed above the end.
    const still = frames.map((markup) => markup.replace(/^<div[^>]*>/, '').replaceAll(/<sup>.*?<\/sup>/g, ''))
    const blocks = (markup: string) => markup.split(/(?=<(?:h2|p|ol|ul|blockquote|div class)[ >])/)
    const jumps = still.slice(1).filter((markup, at) => !markup.startsWith(blocks(still[at]!).slice(0, -2).join('')))
    expect(jumps).toHaveLength(0)
  })
})

it('shows a note too intricate to be read as it stands, at its number and with its way back', () => {
  const marks = '*a_ '.repeat(2_000).trim()
  const drawn = html(`Voir[^n].\n\n[^n]: ${marks}`)
  expect(drawn).toContain(marks)
  expect(drawn).toMatch(/<li id="[^"]*note-1" value="1"/)
  expect(drawn).toContain('Revenir à l’appel de la note 1')
})
