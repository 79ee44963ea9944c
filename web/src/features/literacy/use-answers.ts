import type { LiteracyModule } from '@parvis/contract'
import { useState } from 'react'
import { useUser } from '../../api/browser.ts'
import { readDraft, saveDraft } from '../../api/drafts.ts'
import { parseAnswers } from './parse-answers.ts'
import type { ModuleQuestion } from './modules/module-text.ts'

/** Answers of the person to the questions of a module. They stay in this tab, and are never sent. `firstMissing`: first question without its right answer. */
export function useAnswers(module: LiteracyModule, questions: readonly ModuleQuestion[]) {
  const key = `${useUser().id}.formation.${module}`
  const [answers, setAnswers] = useState(() => parseAnswers(readDraft(key), questions.length))
  function answer(index: number, choice: number) {
    const next = answers.with(index, choice)
    setAnswers(next)
    saveDraft(key, next.map((one) => one ?? '-').join(''))
  }
  const missing = questions.findIndex(({ answer: right }, index) => answers[index] !== right)
  return { answers, answer, firstMissing: missing === -1 ? null : missing }
}
