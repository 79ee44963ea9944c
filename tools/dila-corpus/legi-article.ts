import { SaxesParser } from 'saxes'

/** Version of an article, as one file of the LEGI base gives it. Days are `YYYY-MM-DD`. */
export type LegiArticle = {
  id: string
  /** Id of the code or law that it belongs to, and its title. */
  text_id: string
  text_title: string
  number: string
  state: string
  first_day: string
  /** First day on which it is no longer in force; null: no end is known. */
  end_day: string | null
  path: string[]
  content: string
}

/** Dates by which the base says « no end ». */
const noEnd = /^(?:2999-01-01|2222-02-22)$/
const blocks = /^(?:p|br|div|li|tr|table|h\d|blockquote)$/i

/**
 * Reads an article file (LEGIARTI….xml) of the LEGI base: META_COMMUN, META_ARTICLE, CONTEXTE and BLOC_TEXTUEL. Null when it is no article, or has no number or
 * first day.
 * @throws {Error} when the XML is malformed
 */
export function readLegiArticle(xml: string): LegiArticle | null {
  const open: string[] = []
  const fields: Record<string, string> = {}
  const path: string[] = []
  let text_id = ''
  let isArticle = false
  let content = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0) isArticle = name === 'ARTICLE'
    if (open.includes('BLOC_TEXTUEL') && blocks.test(name)) content += '\n'
    if (name === 'TEXTE' && open.includes('CONTEXTE')) text_id ||= String((attributes as Record<string, string>)['cid'] ?? '')
    if (name === 'TITRE_TM') path.push('')
    open.push(name)
  })
  parser.on('closetag', ({ name }) => {
    if (open.includes('BLOC_TEXTUEL') && blocks.test(name)) content += '\n'
    open.pop()
  })
  const readText = (text: string) => {
    const name = open.at(-1)
    const parent = open.at(-2)
    if (open.includes('BLOC_TEXTUEL')) content += text
    else if (name === 'TITRE_TM') path[path.length - 1] += text
    else if (name === 'ID' && parent === 'META_COMMUN') fields['id'] = (fields['id'] ?? '') + text
    else if (name === 'TITRE_TXT' && parent === 'TEXTE' && open.includes('CONTEXTE')) fields['title'] = (fields['title'] ?? '') + text
    else if (parent === 'META_ARTICLE' && name !== undefined) fields[name] = (fields[name] ?? '') + text
  }
  parser.on('text', readText)
  parser.on('cdata', readText)
  parser.write(xml).close()
  const read = (name: string) => (fields[name] ?? '').replace(/\s+/g, ' ').trim()
  const [id, number, first_day, end_day] = [read('id'), read('NUM'), read('DATE_DEBUT'), read('DATE_FIN')]
  if (!isArticle || id === '' || number === '' || text_id === '' || !/^\d{4}-\d\d-\d\d$/.test(first_day) || noEnd.test(first_day)) return null
  return {
    id,
    text_id,
    text_title: read('title'),
    number,
    state: read('ETAT'),
    first_day,
    end_day: end_day === '' || noEnd.test(end_day) ? null : end_day,
    path: path.map((title) => title.replace(/\s+/g, ' ').trim()).filter(Boolean),
    content: content
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join('\n'),
  }
}
