import { PATTERNS } from './scripted-facts.ts'
import type { PromptPassage } from './scripted-prompt.ts'
import { unitsOf } from './scripted-units.ts'
import { plainOf, quoted, sentencesOf, shorten } from './scripted-words.ts'

const MAX_ROWS = 40
const MAX_CHARS = 160

export type FoundFact = { value: string; label: string; sentence: string; page: PromptPassage }

/** Formats a text for a table cell or a list item, with its Markdown marks escaped. */
export const asCell = (text: string, most = MAX_CHARS): string =>
  shorten(text.replace(/\s+/g, ' ').trim(), most)
    .replace(/([|*_`[\]<>#\\])/g, '\\$1')
    .replace(/\\\[…\\\]/g, '[…]')

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/**
 * Returns every statement of a page: sentences, items, rows, headings. @param isProse leaves headings out, and joins a list to the line that introduces it
 */
export const statementsOf = (page: PromptPassage, isProse = false): { sentence: string; heading: string }[] =>
  unitsOf(page, 0).flatMap(({ text, items, isTable, isHeading, heading }) => {
    if (isProse && isHeading) return []
    const isList = isProse && !isTable && text !== '' && items.length > 0
    const said = isList ? [[text, ...items].join(' ')] : [...(text === '' ? [] : sentencesOf(text)), ...items]
    return said.map((sentence) => ({ sentence: sentence.trim(), heading }))
  })

/** Returns a long sentence shortened around a value. */
const around = (sentence: string, at: number, length: number): string => {
  if (sentence.length <= MAX_CHARS) return sentence
  const from = Math.max(0, at - (MAX_CHARS - length) / 2)
  const start = from === 0 ? 0 : sentence.indexOf(' ', from) + 1
  const cut = shorten(sentence.slice(start), MAX_CHARS)
  return start === 0 ? cut : `[…] ${cut}`
}

/** Finds every fact of these kinds in the pages, in order, with its sentence. A value repeated on a page counts once. */
export const gatherFacts = (pages: readonly PromptPassage[], labels: readonly string[]): FoundFact[] => {
  const patterns = PATTERNS.filter(({ label }) => labels.includes(label))
  return pages.flatMap((page) => {
    const seen = new Set<string>()
    return statementsOf(page).flatMap(({ sentence }) =>
      patterns
        .flatMap(({ label, pattern }) => [...sentence.matchAll(pattern)].map((match) => ({ label, value: match[0].trim(), at: match.index })))
        .sort((a, b) => a.at - b.at)
        .filter(({ label, value, at }) => {
          // « Article 3 — Durée » is a heading of the document, not a reference.
          if (label === 'Références' && at === 0 && /^article \d+$/i.test(value) && !/^\s(?:du|de|des|d[’'])/.test(sentence.slice(value.length))) return false
          const key = `${label} ${value.replace(/\s/g, '')}`
          return !seen.has(key) && seen.add(key)
        })
        .map(({ label, value, at }) => ({ value, label, sentence: around(sentence, at, value.length), page })),
    )
  })
}

/** Formats facts as a table: value, sentence, source. */
export const factsTable = (found: readonly FoundFact[]): string => {
  const rows = found.slice(0, MAX_ROWS).map(({ value, sentence, page }) => [`**${asCell(value)}**`, asCell(sentence), `[${page.number}]`])
  const more = found.length > MAX_ROWS ? `\n\nLes ${found.length - MAX_ROWS} autres ne sont pas montrés ici.` : ''
  return table(['Élément', 'Ce qui en est dit', 'Source'], rows) + more
}

/** Matches a signature line, or the title of a person who signs, on plain text. */
export const SIGNATURE_LINE =
  /(?<![a-z])(?:fait a |fait le |signe[es]{0,2} (?:par|le|a|:)|signature|signataires?|pour extrait|lu et approuve|par delegation)|^(?:p\/? ?o?)?(?:pour )?(?:le |la |l')(?:maire|president|presidente|directeur|directrice|secretaire|adjointe?|prefete?|tresoriere?|representante?|vice-president)(?![a-z])[^.:;]{0,60},?$/
const MAX_SIGNATURE = 200

/** Finds the signature lines, « Fait à… » or « Le maire, », and the name on the line below. */
export const gatherSignatures = (pages: readonly PromptPassage[]): { text: string; page: PromptPassage }[] =>
  pages.flatMap((page) => {
    const lines = page.text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    const kept = new Set<number>()
    for (const [at, line] of lines.entries()) {
      if (line.length > MAX_SIGNATURE || !SIGNATURE_LINE.test(plainOf(line))) continue
      kept.add(at)
      // The name is below the title of the person who signs.
      const under = lines[at + 1] ?? ''
      if (line.length < 60 && /^[\p{Lu}][^.!?]{2,50}$/u.test(under)) kept.add(at + 1)
    }
    return [...kept].sort((a, b) => a - b).map((at) => ({ text: lines[at]!, page }))
  })

const DUTY_VERB =
  /(?<![a-z])(?:s'engagent?|s'engage a|doit|doivent|devra|devront|est tenue?|sont tenue?s|il est demande|est chargee?|sont charge[es]{0,2}|a l'obligation|ont l'obligation|incombe|incombent|prend en charge|prennent en charge|prendra en charge|versera|versent|verse|fournira|transmettra|remettra|est invitee?|sont invite[es]{0,2}|s'oblige|garantit|assurera|au plus tard|avant le \d)(?![a-z])/
const MAX_WHO = 70

type Duty = { who: string; sentence: string; when: string; page: PromptPassage }

/** Finds the sentences that impose a duty, with the words before the verb (who) and the first date or duration (when). */
export const gatherDuties = (pages: readonly PromptPassage[]): Duty[] => {
  const dates = PATTERNS.find(({ label }) => label === 'Dates')!.pattern
  return pages.flatMap((page) =>
    unitsOf(page, 0).flatMap(({ text, items, isTable }) => {
      const lead = DUTY_VERB.exec(plainOf(text))
      // « La commune s’engage à : » applies to each of its items.
      const said = lead !== null && items.length > 0 && !isTable ? items.map((item) => `${text} ${item}`) : [...sentencesOf(text), ...items]
      return said.flatMap((sentence) => {
        const plain = plainOf(sentence)
        const verb = DUTY_VERB.exec(plain)
        if (verb === null || sentence.endsWith('?') || sentence.endsWith(':')) return []
        // « … est versée avant le 31 août »: a deadline names no one.
        const before = /^(?:avant|au plus)/.test(verb[0])
          ? ''
          : sentence
              .slice(0, verb.index)
              .replace(/^.*[,;:]\s/, '')
              .replace(/\s(?:ne|n[’'])\s*$/, '')
              .trim()
        const who = plain.length === sentence.length && before.length <= MAX_WHO && /\p{L}{2}/u.test(before) ? before : ''
        const when = [...sentence.matchAll(dates)][0]?.[0] ?? SPAN.exec(sentence)?.[0] ?? ''
        return [{ who, sentence, when, page }]
      })
    }),
  )
}

const SPAN = /(?:dans (?:un|les?) (?:délai de )?|sous |au moins )?\d{1,4} (?:jours?|semaines?|mois|ans?)(?:\s(?:avant|après|calendaires|ouvrés|ouvrables))?/u

export const dutiesTable = (duties: readonly Duty[]): string => {
  const rows = duties
    .slice(0, MAX_ROWS)
    .map(({ who, sentence, when, page }) => [asCell(who, MAX_WHO) || '—', asCell(sentence, 240), asCell(when) || '—', `[${page.number}]`])
  const more = duties.length > MAX_ROWS ? `\n\nLes ${duties.length - MAX_ROWS} autres ne sont pas montrées ici.` : ''
  return table(['Qui', 'Ce qui est écrit', 'Pour quand', 'Source'], rows) + more
}

export const signaturesList = (found: readonly { text: string; page: PromptPassage }[]): string =>
  found
    .slice(0, 12)
    .map(({ text, page }) => `- ${quoted(text, MAX_SIGNATURE)} [${page.number}]`)
    .join('\n')
