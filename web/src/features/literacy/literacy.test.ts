import { literacyModules } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { figuresFile } from './figures-file.ts'
import { moduleSummaries } from './modules.ts'
import { parseAnswers } from './parse-answers.ts'

describe.each(literacyModules)('module %s', (module) => {
  it('has three parts, three questions with their explanation, and an exercise ready to be sent', async () => {
    const { parts, questions, exercise } = await moduleSummaries[module].load()
    expect([parts.length, questions.length]).toEqual([3, 3])
    for (const { question, choices, answer, why } of questions) {
      expect(new Set(choices).size).toBe(3)
      expect([question.endsWith('\u00a0?') || question.endsWith('…'), choices[answer] !== undefined, why.length > 20]).toEqual([true, true, true])
    }
    // The right answer is not always at the same place.
    expect(new Set(questions.map(({ answer }) => answer)).size).toBeGreaterThan(1)
    expect([exercise.text, exercise.prompt, exercise.check].every((text) => text.length > 20)).toBe(true)
  })
})

it('reads the answers of the tab, and ignores anything else', () => {
  expect(parseAnswers('1-2', 3)).toEqual([1, null, 2])
  expect(parseAnswers('', 3)).toEqual([null, null, null])
  expect(parseAnswers('9x0<', 3)).toEqual([null, null, 0])
})

it('exports the figures as CSV, with a title for each module', () => {
  const completed = Object.fromEntries(literacyModules.map((module, index) => [module, index])) as Record<(typeof literacyModules)[number], number>
  const text = figuresFile([{ team_id: null, name: '=Voirie', accounts: 9, completed, completed_all: 0 }])
  const [titles, row] = text.split('\r\n')
  expect(titles).toContain('Ce que fait un modèle')
  expect(row).toMatch(/^"?'=Voirie"?;9;0;1;2;3;4;5;0$/)
})
