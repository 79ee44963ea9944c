import { asTable, shorter } from '../scripted-rewrite.ts'
import { plainOf } from '../scripted-text.ts'
import {
  blocksInScope,
  looseSource,
  lowerFirst,
  replaceBlock,
  upperFirst,
  wordsOnly,
  type DocumentReply,
  type NumberedBlock,
  type PromptDocument,
} from './prompt-document.ts'

/** Phrases of administrative French, and their plain form. */
const PLAIN_PHRASES: readonly (readonly [string, string])[] = [
  ['procéder à la mise en place de', 'mettre en place'],
  ['procéder au versement de', 'verser'],
  ['dans l’hypothèse où', 'si'],
  ['dans les meilleurs délais', 'rapidement'],
  ['préalablement à', 'avant'],
  ['postérieurement à', 'après'],
  ['antérieurement à', 'avant'],
  ['afin de', 'pour'],
  ['en vue de', 'pour'],
  ['au sein de', 'dans'],
  ['en raison de', 'à cause de'],
  ['à compter du', 'à partir du'],
  ['à compter de', 'à partir de'],
  ['à titre gracieux', 'gratuitement'],
  ['il convient de', 'il faut'],
  ['est tenu de', 'doit'],
  ['est tenue de', 'doit'],
  ['sont tenus de', 'doivent'],
  ['sont tenues de', 'doivent'],
  ['ultérieurement', 'plus tard'],
  ['nonobstant', 'malgré'],
  ['s’acquitter de', 'payer'],
  ['octroyer', 'accorder'],
  ['solliciter', 'demander'],
  ['transmettre', 'envoyer'],
]
/** Plain phrases, and their administrative form. */
const FORMAL_PHRASES: readonly (readonly [string, string])[] = [
  ['il faut', 'il convient de'],
  ['à partir du', 'à compter du'],
  ['à partir de', 'à compter de'],
  ['gratuitement', 'à titre gracieux'],
  ['plus tard', 'ultérieurement'],
  ['à cause de', 'en raison de'],
  ['pour que', 'afin que'],
  ['on peut', 'il est possible de'],
  ['on doit', 'il convient de'],
  ['merci de', 'nous vous saurions gré de'],
  ['ça', 'cela'],
  ['rapidement', 'dans les meilleurs délais'],
  ['bonjour', 'Madame, Monsieur'],
  ['demander', 'solliciter'],
  ['envoyer', 'transmettre'],
  ['donner', 'accorder'],
]

const withPhrases = (phrases: readonly (readonly [string, string])[], text: string): string =>
  phrases.reduce(
    (written, [from, to]) =>
      written.replace(new RegExp(String.raw`(?<![\p{L}’'])${looseSource(from)}(?!\p{L})`, 'giu'), (found) =>
        found[0] === lowerFirst(found)[0] ? to : upperFirst(to),
      ),
    text,
  )

/** Shortens a block: an aside in brackets or after « notamment » goes, then all sentences but the first. A table, a heading or a visa stays. */
const shorterBlock = (markdown: string): string => {
  if (/^\||^#{1,6}\s|^```|^vu\s/i.test(markdown)) return markdown
  const plain = markdown.replace(/ \([^()[\]\n]{1,200}\)(?!\()/g, '').replace(/,? notamment [^,.;:\n]{1,120}(?=[,.;])/g, '')
  return shorter(plain)
}

/** Sentence for each form that the model writes by rules, and the rewriting of one block. */
const FORMS: readonly (readonly [RegExp, string, (markdown: string) => string])[] = [
  [/plus court|raccourci|abreg|condens|resserr|plus bref/, 'Je raccourcis', shorterBlock],
  [
    /plus simple|simplifi|langage clair|clarifi|plus clair|mots courants/,
    'Je mets des tournures courantes dans',
    (text) => withPhrases(PLAIN_PHRASES, text).replace(/(?<=\p{L}) ?; (\p{Ll})/gu, (_, letter: string) => `. ${letter.toUpperCase()}`),
  ],
  [
    /formel|soutenu|registre administratif|plus administratif|plus officiel/,
    'Je mets des tournures administratives dans',
    (text) => withPhrases(FORMAL_PHRASES, text),
  ],
]

/** Writes the selected blocks, or all, in another form: shorter, simpler, more formal, as a table. Null for another request. */
export const rewriteBlocks = (document: PromptDocument, message: string): DocumentReply | null => {
  const plain = plainOf(message)
  const scope = blocksInScope(document)
  if (/(?:en|sous forme de?|un|comme) tableau/.test(plain)) return tabulate(document, scope)
  const form = FORMS.find(([asks]) => asks.test(plain))
  if (form === undefined) return null
  const [, sentence, rewrite] = form
  const changes = scope.flatMap((block) => {
    const markdown = rewrite(block.markdown)
    return markdown === block.markdown ? [] : [replaceBlock(block, markdown)]
  })
  if (changes.length === 0)
    return wordsOnly(
      'Le modèle de démonstration ne connaît que quelques règles, et n’en trouve aucune à appliquer ici : un modèle de langage réécrirait ce passage.',
    )
  return { sentence: `${sentence} ${changes.length === 1 ? 'un passage' : `${changes.length} passages`}.`, changes }
}

/** Converts the first run of selected blocks to a table; without a selection, the first list of several items. */
function tabulate({ blocks, selected }: PromptDocument, scope: readonly NumberedBlock[]): DocumentReply {
  const isItem = ({ markdown }: NumberedBlock) => /^\s*(?:[-*]|\d{1,4}[.)])\s/.test(markdown)
  const candidates = scope.filter((block) => (selected === null ? isItem(block) : !block.markdown.startsWith('|')))
  const run = candidates.filter(({ number }, at) => number === candidates[0]!.number + at)
  if (run.length === 0 || (selected === null && run.length < 2)) return wordsOnly('Sélectionnez le passage à mettre en tableau, puis demandez-le de nouveau.')
  const [first, last] = [run[0]!.number, run.at(-1)!.number]
  const above = blocks.findLast(({ number, markdown }) => number < first && /^#{1,6}\s/.test(markdown))
  const markdown = asTable(run.map((block) => block.markdown.trim()).join('\n'), above?.markdown.replace(/^#{1,6}\s+/, '') ?? 'Point')
  return { sentence: 'Je mets ce passage en tableau.', changes: [{ kind: 'replace', first, last, markdown }] }
}
