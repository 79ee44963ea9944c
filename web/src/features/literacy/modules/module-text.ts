import type { legalSentences } from '@parvis/contract'

/** Question of a module. `answer`: index of the right choice. */
export interface ModuleQuestion {
  question: string
  choices: readonly [string, string, string]
  answer: 0 | 1 | 2
  /** Explanation shown after any answer. */
  why: string
}

/** Texts of a module of the literacy path, in Markdown. `law`: sentences about the law shown after the parts, with their sources. */
export interface ModuleText {
  parts: readonly { title: string; text: string }[]
  law?: readonly (keyof typeof legalSentences)[]
  questions: readonly [ModuleQuestion, ModuleQuestion, ModuleQuestion]
  /** `prompt` is put into the message field, ready to be sent. */
  exercise: { text: string; prompt: string; check: string }
}
