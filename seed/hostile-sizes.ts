const numbered = (size: number, line: (at: number) => string): string => {
  const lines: string[] = []
  for (let length = 0, at = 0; length < size; at += 1) {
    lines.push(line(at))
    length += lines.at(-1)!.length + 1
  }
  return lines.join('\n').slice(0, size)
}
const times = (what: string) => (size: number) => what.repeat(Math.ceil(size / what.length)).slice(0, size)

/**
 * Texts of a given size, in characters, that make a careless reader of Markdown, or a careless expression, work as the
 * square of their length or worse (trust case INJ-10).
 */
export const hostileSizes: Readonly<Record<string, (size: number) => string>> = {
  stars: times('*'),
  'stars and letters': times('*a'),
  'open emphasis': times('**a '),
  'alternate emphasis': times('*a_ '),
  underscores: times('_a'),
  'struck words': times('~~a'),
  brackets: times('['),
  'closing brackets': times(']'),
  'nested brackets': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'open links': times('[a]('),
  'nested links': times('[a](b'),
  'open pictures': times('![a]('),
  'links to brackets': times('[a](<b'),
  'escaped brackets': times('\\['),
  references: times('[a][b]'),
  'calls of notes': (size) => numbered(size, (at) => `[^${at}]`),
  notes: (size) => numbered(size, (at) => `[^${at}]: note ${at}`),
  'calls and notes': (size) => numbered(size, (at) => `[^${at}]\n\n[^${at}]: a\n`),
  definitions: (size) => numbered(size, (at) => `[l${at}]: https://exemple.fr/${at} "titre"`),
  'an endless definition': (size) => `[a]: ${'x'.repeat(size)} "`,
  'a definition of blanks': (size) => `[a]: x${' '.repeat(size)}y`,
  citations: times('[1, 2]'),
  backticks: times('`'),
  'rows of backticks': (size) => numbered(size, (at) => '`'.repeat((at % 300) + 1)),
  'open fences': (size) => numbered(size, () => '```'),
  'alternate fences': (size) => numbered(size, (at) => (at % 2 ? '~~~~' : '```')),
  quotes: times('>'),
  'spaced quotes': times('> '),
  'deep quotes': (size) => numbered(size, () => `${'> '.repeat(20)}a`),
  'deep lists': (size) => numbered(size, (at) => `${' '.repeat(at % 400)}- a`),
  'lists on a line': times('- '),
  'numbers on a line': times('1. '),
  'loose lists': (size) => numbered(size, () => '- a\n\n'),
  'a wide table': (size) => `${'|a'.repeat(size / 4)}\n${'|-'.repeat(size / 4)}`,
  'a long table': (size) => `|a|b|\n|-|-|\n${numbered(size, () => '|a|b|')}`,
  'bars without a table': times('| '),
  paragraphs: (size) => numbered(size, () => 'a\n'),
  'paragraphs of emphasis': (size) => numbered(size, () => `${'*a* '.repeat(100)}\n`),
  'blocks of code': (size) => numbered(size, () => '```\na\n```\n'),
  'open tags': times('<a'),
  'tags with attributes': times('<a b="'),
  comments: times('<!--'),
  'half comments': times('<!-'),
  sections: times('<![CDATA['),
  addresses: times('https://a.'),
  'addresses of mail': times('a@a.'),
  'dots and an at': (size) => `${'a.'.repeat(size / 2)}@`,
  ampersands: times('&'),
  entities: times('&#x'),
  backslashes: times('\\'),
  'empty lines': times('\n'),
  'blank lines': times(' \n'),
  'one endless word': times('a'),
  'one endless blank': (size) => `a${' '.repeat(size)}b`,
  rules: times('- - '),
  headings: (size) => numbered(size, () => '#'),
  'underlined headings': (size) => numbered(size, (at) => (at % 2 ? '===' : 'a')),
  'french quotation marks': times('«'),
  'pairs of quotation marks': times('« a »'),
  dashes: (size) => numbered(size, () => '-'.repeat(200)),
}
