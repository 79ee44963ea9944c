import { definesLink, hasParentheses, itemNumbers, outlineAfter, type MarkdownToken, type HeadingOutline, type Tokens } from '@parvis/markdown'
import { Fragment, type ReactNode } from 'react'
import styles from '../content/Markdown.module.css'
import { spokenText, renderInline, type RenderContext } from './Inline.tsx'
import { CopyButton } from '../CopyButton.tsx'

/** Nesting depth below which blocks are shown as raw Markdown. */
const maxDepth = 16

/** Renders the blocks of a Markdown text. @param outline depths of the headings above, which give the level of the headings inside */
export function renderBlocks(tokens: readonly MarkdownToken[] | undefined, rendering: RenderContext, outline: HeadingOutline, depth = 0): ReactNode[] {
  let parentOutline = outline
  return (tokens ?? []).map((token, index) => {
    if (token.type === 'heading') parentOutline = outlineAfter(parentOutline, token.depth)
    return <Fragment key={index}>{depth > maxDepth ? token.raw : renderBlock(token, rendering, parentOutline, depth)}</Fragment>
  })
}

function renderBlock(token: MarkdownToken, rendering: RenderContext, outline: HeadingOutline, depth: number): ReactNode {
  const renderChildren = (tokens: unknown) => renderBlocks(tokens as MarkdownToken[], rendering, outline, depth + 1)
  const words = (tokens: unknown) => renderInline(tokens as MarkdownToken[], rendering)
  const tongue = (text: string) => languageAttributes(rendering.languageOf?.(text))
  switch (token.type) {
    case 'space':
      return null
    case 'def':
      return definesLink(token.tag, token.href) ? null : <p {...tongue(token.raw)}>{token.raw.trim()}</p>
    case 'hr':
      return <hr />
    case 'paragraph':
    case 'displayedFormula':
      return <p {...tongue(token.text)}>{words(token.tokens)}</p>
    case 'text':
      return 'tokens' in token && token.tokens ? words(token.tokens) : words([token])
    case 'code':
      return <CodeBlock code={token.text} language={token.lang?.split(/\s/)[0]} />
    case 'blockquote':
      return <blockquote {...tongue(token.text)}>{renderChildren(token.tokens)}</blockquote>
    case 'html':
      return <p className={styles.raw}>{words([token])}</p>
    case 'list':
      return <List token={token as Tokens.List} renderChildren={renderChildren} tongue={tongue} />
    case 'table':
      return <Table token={token as Tokens.Table} words={words} />
    case 'heading': {
      const Heading = `h${Math.min(6, rendering.headingLevel + outline.length - 1)}` as 'h2'
      // The style follows the depth in the answer, not the heading level in the page.
      return (
        <Heading data-rank={outline.length} {...tongue(token.text)}>
          {words(token.tokens)}
        </Heading>
      )
    }
    default:
      return words([token])
  }
}

type LanguageProps = (text: string) => ReturnType<typeof languageAttributes>

function List({ token, renderChildren, tongue }: { token: Tokens.List; renderChildren: (tokens: unknown) => ReactNode; tongue: LanguageProps }) {
  const numbers = token.ordered ? itemNumbers(token) : []
  const items = token.items.map((item, index) => (
    <li
      key={index}
      value={index > 0 && numbers[index] !== numbers[index - 1]! + 1 ? numbers[index] : undefined}
      data-task={item.task || undefined}
      {...tongue(item.text)}
    >
      {item.task && <input type="checkbox" checked={Boolean(item.checked)} readOnly disabled aria-label={item.checked ? 'Fait' : 'À faire'} />}
      {renderChildren(item.tokens.filter((part) => (part.type as string) !== 'checkbox'))}
    </li>
  ))
  if (!token.ordered) return <ul>{items}</ul>
  return (
    <ol start={token.start === 1 || token.start === '' ? undefined : token.start} data-parenthesis={hasParentheses(token) || undefined}>
      {items}
    </ol>
  )
}

function Table({ token, words }: { token: Tokens.Table; words: (tokens: unknown) => ReactNode }) {
  const titles = token.header
    .map((cell) => spokenText(cell.tokens as MarkdownToken[]))
    .filter(Boolean)
    .join(', ')
  return (
    // Reachable with the keyboard, because it scrolls. A group and not a landmark, because an answer may contain many tables.
    <div className={styles.table} role="group" tabIndex={0} aria-label={titles === '' ? 'Tableau' : `Tableau\u00a0: ${titles}`}>
      <table>
        {titles !== '' && (
          <thead>
            <tr>
              {token.header.map((cell, index) => (
                <th key={index} scope="col" data-align={cell.align}>
                  {words(cell.tokens)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {token.rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, index) => (
                <td key={index} data-align={cell.align} data-figure={isFigure(cell.text) || undefined}>
                  {words(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function CodeBlock({ code, language }: { code: string; language?: string | undefined }) {
  return (
    <div className={styles.code}>
      <div className={styles.codeHead}>
        <span>{language || 'texte'}</span>
        <CopyButton text={code} label="Copier ce bloc" />
      </div>
      <pre tabIndex={0} role="group" aria-label={language ? `Bloc de code ${language}` : 'Bloc de texte'}>
        <code>{code}</code>
      </pre>
    </div>
  )
}

const figure = /^[+\-−–±≈~<>≤≥]?\s*\d[\d\s.,/:]*\s*(?:€|%|‰|k€|M€|[\p{L}²³°]{1,4})?(?:\s*(?:HT|TTC))?$/u

/** Whether a table cell contains only a number and its unit: such a cell does not wrap. */
export const isFigure = (text: string): boolean => text.length <= 24 && figure.test(text.trim())

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur'])

/**
 * Returns the `lang` and `dir` attributes of a text in this language (RGAA 8.7 and 8.10); none when `lang` is undefined, that is, in the language of the
 * page.
 */
export const languageAttributes = (lang: string | undefined): { lang?: string; dir?: 'rtl' } =>
  lang === undefined ? {} : rightToLeft.has(lang) ? { lang, dir: 'rtl' } : { lang }
