import { useAreas, type AreaSign, type UseArea } from '@parvis/contract'
import { areaContexts, doubtActs, individualInputs, judgementActs, otherRules, peopleWords, personalActs, procurement, watchActs, writing } from './rules.ts'

/** Texts of an assistant on which the opinion is based; document categories by name. */
export interface AssistantTexts {
  name: string
  description: string
  prompt_content: string
  starters: readonly string[]
  document_categories: readonly string[]
}

const maxPassages = 3
const maxPassageLength = 160

// A final « é » stays distinct (« évalué » is not « évalue »): it becomes « e_ ».
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/é(?=e?s?(?![\p{L}\p{M}]))/giu, 'e_')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

// An instruction not to do something: « Ne juge jamais un candidat ». « N’oublie pas de » and « n’hésite pas à » ask for the act.
const prohibition =
  /(^[-•*– ]*|[,:(] |\b(?:et|mais|tu|vous) )n(?:e |')(?!(?:oubli|hesit|manqu)\w+ (?:pas|jamais))[^,:)]*\b(?:pas|jamais|aucun\w*|point|ni)\b[^,:)]*/g

// « Refusez de noter un agent », « Aucun jugement » : the whole sentence says what is not done.
const refusal = /^[-•*– ]*(?:refuse[rz]? (?:de |d'|tout|un |une |les identite)|(?:aucune?|jamais|pas d[e']|evite[rz]?|interdi\w*)\b).*/

const sentencesOf = (text: string): string[] => text.split(/[.!?;\n]+/).filter((sentence) => sentence.trim() !== '')

/**
 * Returns the sensitive areas that the texts of an assistant suggest, by rules on words: an opinion, which a person confirms or sets aside. Empty: no sign.
 * A judgement on people, in an unknown area, counts as `autre`. Takes a time linear in the length of the texts.
 */
export function opinionOf({ name, description, prompt_content, starters, document_categories }: AssistantTexts): AreaSign[] {
  const sentences = [name, ...document_categories, description, prompt_content, ...starters].flatMap(sentencesOf)
  const folded = sentences.map((sentence) => fold(sentence).replace(refusal, '').replace(prohibition, '$1'))
  const whole = folded.join(' . ')
  const signs = new Map<UseArea, Set<number>>()
  const add = (area: UseArea, at: number) => signs.set(area, (signs.get(area) ?? new Set()).add(at))
  const judgements = near(folded, judgementActs, peopleWords)
  const doubts = near(folded, doubtActs, peopleWords)
  const watches = near(folded, watchActs, peopleWords)
  const personal = near(folded, personalActs, personalActs)
  const individual = folded.flatMap((sentence, at) =>
    individualInputs.test(sentence) && !writing.test(sentence) && !writing.test(folded[at + 1] ?? '') ? [at] : [],
  )
  const judged = [...judgements, ...personal, ...individual, ...doubts, ...watches]
  if (judged.length > 0 && !procurement.test(whole)) {
    const title = fold([name, description, ...document_categories].join(' . '))
    for (const at of judged) {
      const around = [title, folded[at - 1], folded[at], folded[at + 1]].join(' . ')
      const areas = areaContexts.flatMap(([area, context]) => (context.test(around) ? [area] : []))
      for (const area of areas.length === 0 ? (['autre'] as const) : areas) add(area, at)
    }
  }
  for (const at of doubts) add('controle', at)
  for (const { area, about, act } of otherRules) for (const at of near(folded, act, about)) add(area, at)
  return useAreas.flatMap((area) => {
    const found = signs.get(area)
    return found === undefined
      ? []
      : [
          {
            area,
            passages: [...found]
              .toSorted((a, b) => a - b)
              .slice(0, maxPassages)
              .map((at) => shorten(sentences[at]!)),
          },
        ]
  })
}

/** Ranks of the sentences that have the act, where they or a neighbour have the subject. */
function near(sentences: readonly string[], act: RegExp, subject: RegExp): number[] {
  return sentences.flatMap((sentence, at) =>
    act.test(sentence) && [sentence, sentences[at - 1], sentences[at + 1]].some((one) => one !== undefined && subject.test(one)) ? [at] : [],
  )
}

const shorten = (sentence: string): string => {
  const text = sentence.replace(/\s+/g, ' ').trim()
  return text.length <= maxPassageLength ? text : `${text.slice(0, maxPassageLength).toWellFormed().trimEnd()}…`
}
