import { Lexer, Marked, type MarkedToken, type Token, type Tokens } from 'marked'
import type { LinkDefinition } from './definitions.ts'
import { blockRules } from './blocks/block-rules.ts'
import { completeMarks } from './blocks/complete.ts'
import { formulaAt } from './formulas/find-formula.ts'
import { formulaTokens } from './formulas/formula-tokens.ts'
import { readEmphasis, type Emphasis } from './inline/emphasis.ts'
import { tagAt } from './inline/inline-tags.ts'
import { emphasisRuns, runLength } from './inline/scan.ts'
import { toSmallCharacters } from './formulas/small-figures.ts'
import type { TextMark } from './tree.ts'

export type { Tokens } from 'marked'

/** Reference to a note: `[^label]`. */
export interface NoteToken {
  type: 'note'
  raw: string
  label: string
}

/** Reference to sources: `[1]` or `[1, 2]`. */
export interface CitationToken {
  type: 'citation'
  raw: string
  numbers: number[]
}

/** A text marked by a tag, a formula or a blank. `mark` is null for a formula. */
interface MarkedTextToken {
  type: 'markedText'
  raw: string
  mark: TextMark | null
  tokens: MarkdownToken[]
}

/** A formula on its own lines, shown as a paragraph. */
interface DisplayedFormulaToken {
  type: 'displayedFormula'
  raw: string
  text: string
  tokens: MarkdownToken[]
}

export type MarkdownToken = MarkedToken | NoteToken | CitationToken | MarkedTextToken | DisplayedFormulaToken

/** A text being read, and its emphasis once computed. */
interface InlineFrame {
  source: string
  emphasisByIndex: ReadonlyMap<number, Emphasis> | null
}

class MarkdownLexer extends Lexer {
  private readonly frames: InlineFrame[] = []

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    this.frames.push({ source, emphasisByIndex: null })
    try {
      return super.inlineTokens(source, tokens)
    } finally {
      this.frames.pop()
    }
  }

  /** Whether the rest of the current text is at the beginning of a line. */
  isLineStart(rest: string): boolean {
    const { source } = this.frames.at(-1)!
    return /(?:^|\n)[ \t]*$/.test(source.slice(0, source.length - rest.length))
  }

  /** Returns the emphasis at the beginning of the rest of the current text, or the marks as text if they begin none. */
  emphasis(rest: string): Tokens.Generic {
    const frame = this.frames.at(-1)!
    frame.emphasisByIndex ??= readEmphasis(frame.source, emphasisRuns(frame.source)).emphasisByIndex
    const index = frame.source.length - rest.length
    const found = frame.emphasisByIndex.get(index)
    if (found !== undefined) {
      const text = frame.source.slice(found.from, found.to)
      return { type: found.kind, raw: frame.source.slice(found.start, found.end), text, tokens: this.inlineTokens(text) }
    }
    const run = runLength(rest, 0)
    let length = 1
    while (length < run && !frame.emphasisByIndex.has(index + length)) length += 1
    return { type: 'text', raw: rest.slice(0, length), text: rest.slice(0, length), escaped: false }
  }
}

const citation = /^\[(\d{1,5}(?:[,;]\s?\d{1,5})*)\](?![(:])/
const note = /^\[\^([^\]\s]{1,40})\]/

const literal = (raw: string, text = raw): Tokens.Generic => ({ type: 'escape', raw, text })

function bracket(source: string, hasCitations: boolean, links: Readonly<Record<string, unknown>>): Tokens.Generic | undefined {
  const asNote = note.exec(source)
  if (asNote) return { type: 'note', raw: asNote[0], label: asNote[1] }
  const asCitation = hasCitations ? citation.exec(source) : null
  if (asCitation) return { type: 'citation', raw: asCitation[0], numbers: asCitation[1]!.split(/[,;]/).map(Number) }
  const blank = blankAt(source, 0)
  if (blank === null || Object.hasOwn(links, blank.slice(1, -1).toLowerCase())) return undefined
  return { type: 'markedText', raw: blank, mark: 'highlight', tokens: [literal(blank)] }
}

function formula(source: string, lexer: MarkdownLexer): Tokens.Generic | undefined {
  const found = formulaAt(source, 0)
  if (found !== null) return { type: 'markedText', raw: found.raw, mark: null, tokens: formulaTokens(found) }
  // Mathematical signs outside a formula: a space (`40\,%`), a delimiter alone on its line.
  if (/^\\[,;]/.test(source)) return literal(source.slice(0, 2))
  const isAlone = /^\\[[\]()][ \t]*(?:\n|$)/.test(source) && lexer.isLineStart(source)
  return isAlone ? literal(source.slice(0, 2)) : undefined
}

function tag(source: string, lexer: Lexer): Tokens.Generic | undefined {
  const span = tagAt(source, 0)
  if (span === null) return undefined
  const small = span.mark === 'raised' || span.mark === 'lowered' ? toSmallCharacters(span.inner.trim(), span.mark) : null
  if (small !== null) return literal(span.raw, small)
  return { type: 'markedText', raw: span.raw, mark: span.mark, tokens: lexer.inlineTokens(span.inner) }
}

/** Single extension for everything that an answer has beyond Markdown. The first character selects the rule. */
const inlineExtension = (hasCitations: boolean) => ({
  name: 'answer',
  level: 'inline' as const,
  // The parser already stops at the other first characters.
  start(source: string) {
    const index = source.indexOf('$')
    return index === -1 ? undefined : index
  },
  tokenizer(this: { lexer: Lexer }, source: string): Tokens.Generic | undefined {
    switch (source[0]) {
      case '*':
      case '_':
      case '~':
        return (this.lexer as MarkdownLexer).emphasis(source)
      case '[':
        return bracket(source, hasCitations, this.lexer.tokens.links)
      case '\\':
      case '$':
        return formula(source, this.lexer as MarkdownLexer)
      case '<':
        return tag(source, this.lexer)
      default:
        return undefined
    }
  },
})

const markedFor = (hasCitations: boolean) =>
  new Marked({ gfm: true, breaks: true, extensions: [inlineExtension(hasCitations), blockRules.formula], tokenizer: blockRules.tokenizer })

const plain = markedFor(false)
const cited = markedFor(true)

/** Maximum length of a run of blanks. At each blank, the parser's rules search the end of the line, so a run takes quadratic time. */
const maxBlanks = 500
const longBlanks = /[ \t]{501,}/g

/** Reads the tokens of one segment of text. `links`: definitions of the whole text. */
export function lexSegment(text: string, links: Readonly<Record<string, LinkDefinition>>, hasCitations: boolean): MarkdownToken[] {
  const lexer = new MarkdownLexer((hasCitations ? cited : plain).defaults)
  Object.assign(lexer.tokens.links, links)
  const bounded = text.replace(longBlanks, (blanks) => blanks.slice(0, maxBlanks))
  return lexer.lex(completeMarks(bounded)) as MarkdownToken[]
}

/** Pattern of verbs by which an assistant marks missing information: « [À COMPLÉTER : date] ». */
const requestVerb =
  /^(?:(?:à|a)\s+(?:compl[ée]ter|pr[ée]ciser|renseigner|remplir|indiquer|ins[ée]rer|ajouter|d[ée]finir|v[ée]rifier|confirmer|fournir|adapter|choisir|personnaliser|joindre|d[ée]terminer|modifier|saisir|valider)|(?:compl[ée]te[rz]|pr[ée]cise[rz]|renseigne[rz]|rempli(?:r|ssez)|indique[rz]|ins[ée]re[rz]|ajoute[rz]|saisi(?:r|ssez)|choisi(?:r|ssez)|list(?:er|ez)|d[ée]cri(?:re|vez)|mentionne[rz]|d[ée]taille[rz]|d[ée]veloppe[rz]|explique[rz]|cite[rz]|nomme[rz])(?=\s|$))/iu

/** Pattern of nouns for information to fill in: « [Nom du maire] ». */
const noun =
  /^(?:(?:votre|vos|le|la|les|l['’]|un|une|son|sa)\s*)?(?:nom|nom et pr[ée]nom|pr[ée]nom|pr[ée]noms|date|dates|jour|mois|ann[ée]e|heure|horaires?|lieu|ville|commune|collectivit[ée]|mairie|adresse|code postal|t[ée]l[ée]phone|num[ée]ro|n°|nombre|montant|somme|prix|co[ûu]t|dur[ée]e|d[ée]lai|signature|fonction|poste|titre|objet|sujet|service|direction|destinataire|exp[ée]diteur|r[ée]f[ée]rences?|courriel|e-?mail|mail|coordonn[ée]es|motifs?|raisons?|intitul[ée]|qualit[ée]|grade|contact|lien|url|quantit[ée]|pourcentage|taux|organisme|structure|entreprise|soci[ée]t[ée]|association|formule|civilit[ée]|thème|éléments?|détails?|pièces? jointes?|logo|cachet|tampon)(?:s)?(?![\p{L}\p{N}])/iu

/**
 * Whether a text is only capitals, in two words or at least five letters: « [NOM DE LA COMMUNE] ». `unknown` matches placeholders of unknown characters: «
 * [XX] ».
 */
const isInCapitals = (content: string) =>
  /^[\p{Lu}\p{N}\s'’./()–-]+$/u.test(content) && (/\p{Lu}{2,}[\s'’-]+\p{Lu}/u.test(content) || /\p{Lu}{5,}/u.test(content))

const unknown =
  /^(?:(?=.*(?:XX|JJ|AAAA))(?:[XJMAH]{2,4}|\d{2,4})(?:[\s./:-](?:[XJMAH]{2,4}|\d{2,4})){1,3}|…\.+|[Xx]{2,10}(?:[\s./-][Xx]{1,10})*|_{3,60}|[.…]{5,60}|\?{1,5}|TBD|TODO|NOM|DATE|LIEU)$/

const bracketed = /^\[([^[\]\n]{1,160})\](?![(:[])/u

/** Returns the blank to fill in at an offset, brackets included. Null when the bracket is something else. */
function blankAt(text: string, index: number): string | null {
  const match = bracketed.exec(text.slice(index, index + 170))
  if (match === null) return null
  const content = match[1]!.trim()
  const isNoun = content.length <= 80 && noun.test(content) && !/[.;!?]\s/.test(content)
  return requestVerb.test(content) || unknown.test(content) || isInCapitals(content) || isNoun ? match[0] : null
}
