/** Question of a module. `answer`: index of the right choice. */
export interface ModuleQuestion {
  question: string
  choices: readonly [string, string, string]
  answer: 0 | 1 | 2
  /** Explanation shown after any answer. */
  why: string
}

/** Texts of a module of the literacy path, in Markdown. */
export interface ModuleText {
  parts: readonly { title: string; text: string }[]
  questions: readonly [ModuleQuestion, ModuleQuestion, ModuleQuestion]
  /** `prompt` is put into the message field, ready to be sent. */
  exercise: { text: string; prompt: string; check: string }
}
