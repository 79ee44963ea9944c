import { iconNames, limits } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { composeAnswer } from '../server/src/platform/llm/scripted/scripted-answers.ts'
import { readDemoDocuments } from './documents/index.ts'
import { examples, seedCatalogue } from './index.ts'

const { categories, assistants, prompts, projects } = seedCatalogue

const sections = ['Rôle', 'Méthode', 'Questions initiales', 'Livrable', 'Limites']

/** All texts that a person can read, with their location, so that a failure shows which text it is. */
const copy: [where: string, text: string][] = [
  ...categories.map((category): [string, string] => [category.slug, category.name]),
  ...assistants.map((assistant): [string, string] => [
    assistant.slug,
    [assistant.name, assistant.description, ...assistant.starters, assistant.prompt_content].join('\n'),
  ]),
  ...prompts.map((prompt): [string, string] => [prompt.slug, [prompt.name, prompt.content].join('\n')]),
  ...examples.map(({ starter, text }): [string, string] => [starter, text]),
  ...projects.map((project): [string, string] => [project.slug, [project.name, project.description, project.content].join('\n')]),
]

const duplicates = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index)

function section(content: string, title: string): string {
  const start = content.indexOf(`## ${title}\n`) + `## ${title}\n`.length
  const end = content.indexOf('\n\n## ', start)
  return content.slice(start, end === -1 ? undefined : end)
}

describe('the examples', () => {
  it('answer every question that their six assistants propose', () => {
    const starters = new Set(examples.map(({ starter }) => starter))
    const answered = assistants.filter((assistant) => assistant.starters.some((starter) => starters.has(starter)))
    expect(answered).toHaveLength(6)
    expect(answered.flatMap((assistant) => assistant.starters).toSorted()).toEqual([...starters].toSorted())
  })

  it.each(examples.map(({ starter }) => [starter]))('%s: says that it is an example, and changes with the short commands', (starter) => {
    const ask = (style: string, reply: string) =>
      composeAnswer({
        purpose: 'chat',
        messages: [
          { role: 'user', content: starter },
          { role: 'assistant', content: reply },
          { role: 'user', content: `Réécrivez votre dernière réponse ${style}` },
        ],
      })
    const answer = composeAnswer({ purpose: 'chat', messages: [{ role: 'user', content: starter }] }, examples)
    expect(answer).toMatch(/^\*Exemple écrit d’avance/)
    const [shorter, table] = [ask('en deux à trois fois plus court', answer), ask('sous la forme d’un tableau', answer)]
    expect(shorter.length).toBeLessThan(answer.length * 0.9)
    expect(table).toMatch(/^\| Point \| Contenu \|/)
    expect(table.split('\n').length).toBeGreaterThan(5)
  })
})

describe('the catalogue', () => {
  it('offers enough to choose from', () => {
    expect(categories.length).toBeGreaterThanOrEqual(9)
    expect(assistants.length).toBeGreaterThanOrEqual(28)
    expect(prompts.length).toBeGreaterThanOrEqual(14)
    expect(projects).toHaveLength(3)
  })

  it.each(Object.entries(seedCatalogue))('has unique slugs and names in %s', (_list, entries) => {
    expect(duplicates(entries.map((entry) => entry.slug))).toEqual([])
    expect(duplicates(entries.map((entry) => entry.name.toLowerCase()))).toEqual([])
    for (const { slug } of entries) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  it('puts every assistant in a known category, and leaves no category empty', () => {
    const used = new Set(assistants.map((assistant) => assistant.category))
    expect([...used].sort()).toEqual(categories.map((category) => category.slug).sort())
  })

  it('asks categories of the demonstration documents', () => {
    const known = new Set(readDemoDocuments().map(({ category }) => category))
    const asked = assistants.flatMap(({ documents = [] }) => documents)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((name) => !known.has(name))).toEqual([])
  })

  it('uses only the icons of the specification', () => {
    const unknown = [...categories, ...assistants].filter(({ icon }) => !iconNames.includes(icon))
    expect(unknown.map(({ slug, icon }) => `${slug}: ${icon}`)).toEqual([])
  })

  it('names the assistant for deliberations and the two prompts of the simple chatbot', () => {
    expect(assistants.map((assistant) => assistant.name)).toContain('Rédacteur de délibérations')
    expect(prompts[0]?.name).toBe('Prompt standard')
    expect(prompts[1]?.name).toBe('Prompt spécialisé')
    expect(prompts[1]?.content).toContain('conduite de projet')
  })

  it.each([
    ['management and strategy', /management|stratégi/i],
    ['communication and teams', /communication|équipe/i],
    ['analysis and documentation', /analyse|document/i],
  ])('gives the persona of %s at least three assistants', (_persona, keywords) => {
    const found = assistants.filter(({ name, description, category }) => {
      const categoryName = categories.find((candidate) => candidate.slug === category)?.name
      return keywords.test([name, description, categoryName].join(' '))
    })
    expect(found.length).toBeGreaterThanOrEqual(3)
  })
})

describe.each(assistants.map((assistant) => [assistant.slug, assistant] as const))('assistant %s', (_slug, assistant) => {
  const { name, description, prompt_content: content } = assistant

  it('has the five sections, in order, each with something in it', () => {
    const titles = [...content.matchAll(/^## (.+)$/gm)].map((match) => match[1])
    expect(titles).toEqual(sections)
    expect(sections.filter((title) => section(content, title).length < 100)).toEqual([])
  })

  it('opens with three to six numbered questions', () => {
    const questions = section(content, 'Questions initiales').split('\n')
    expect(questions.length).toBeGreaterThanOrEqual(3)
    expect(questions.length).toBeLessThanOrEqual(6)
    expect(questions.filter((question, index) => !question.startsWith(`${index + 1}. `) || !question.endsWith('\u00A0?'))).toEqual([])
  })

  it('is opened by the demonstration model with those very questions', () => {
    const opening = composeAnswer({ purpose: 'opening', messages: [{ role: 'system', content }] })
    expect(opening.endsWith(section(content, 'Questions initiales'))).toBe(true)
    expect(opening).toContain(name)
  })

  it('offers three or four questions to begin with, which stand on one or two lines', () => {
    expect(assistant.starters.length).toBeGreaterThanOrEqual(3)
    expect(assistant.starters.length).toBeLessThanOrEqual(limits.starters)
    expect(assistant.starters.filter((starter) => starter.length > 100 || starter.trim() !== starter)).toEqual([])
    expect(duplicates(assistant.starters)).toEqual([])
  })

  it('has limits that leave blanks to fill, doubt to say and a person to sign', () => {
    const rules = section(content, 'Limites')
    expect(rules).toContain('[À COMPLÉTER]')
    expect(rules).toContain('Quand vous ne savez pas')
    expect(rules).toContain('donnée personnelle')
    expect(rules).toContain('sans valeur juridique')
    expect(rules.split('\n').length).toBeGreaterThanOrEqual(8)
    expect(content).toContain('Vouvoyez')
  })

  it('is neither thin nor endless', () => {
    expect(content.length).toBeGreaterThanOrEqual(1_500)
    expect(content.length).toBeLessThanOrEqual(3_500)
    expect(description.length).toBeGreaterThanOrEqual(60)
    expect(description.length).toBeLessThanOrEqual(220)
    expect(name.length).toBeLessThanOrEqual(50)
  })
})

describe('prompts and projects', () => {
  it.each(prompts.map((prompt) => [prompt.slug, prompt] as const))('prompt %s fits, and forbids inventing', (_slug, prompt) => {
    expect(prompt.content.length).toBeGreaterThanOrEqual(300)
    expect(prompt.content.length).toBeLessThanOrEqual(2_000)
    expect(prompt.name.length).toBeLessThanOrEqual(limits.name)
    expect(prompt.content).toContain('[À COMPLÉTER]')
  })

  it.each(projects.map((project) => [project.slug, project] as const))('project %s is fictitious and usable', (_slug, project) => {
    expect(project.content.startsWith('Exemple fictif')).toBe(true)
    expect(project.content.length).toBeGreaterThanOrEqual(1_500)
    expect(project.content.length).toBeLessThanOrEqual(4_000)
    for (const title of ['Contexte', 'Objectifs', 'Acteurs', 'Risques connus', 'Décisions à venir']) {
      expect(project.content).toContain(`## ${title}\n`)
    }
  })
})

describe('the copy', () => {
  it.each(copy)('%s follows French typography', (_where, text) => {
    expect(text).not.toMatch(/['"“”]|\.\.\.|\uFFFD/)
    expect(text.match(/.{0,20}[^\u00A0][:;!?»]/g)).toBeNull()
    expect(text.match(/«[^\u00A0].{0,20}/g)).toBeNull()
    expect(text.match(/ {2}|[ \u00A0]$|\d [€%]/gm)).toBeNull()
  })

  it.each(copy)('%s holds no address, telephone number or named person', (_where, text) => {
    expect(text).not.toContain('@')
    expect(text).not.toMatch(/https?\b/)
    expect(text).not.toMatch(/\b0\d([ .\u00A0]?\d{2}){4}\b/)
    expect(text).not.toMatch(/\b(M\.|MM\.|Mme|Mlle|Monsieur|Madame)[ \u00A0]+\p{Lu}/u)
  })

  it('cites only articles of the reviewed list', () => {
    const cited = new Set(copy.flatMap(([, text]) => text.match(/\b[LRD]\.\d[\d-]*/g) ?? []))
    expect([...cited].filter((reference) => !reviewedArticles.has(reference))).toEqual([])
  })
})

/** Articles of law that the demonstration may quote. An article is added only after its number and subject have been verified. */
const reviewedArticles = new Set([
  // Code général des collectivités territoriales
  'L.1111-10',
  'L.1612-4',
  'L.2121-11',
  'L.2121-12',
  'L.2121-15',
  'L.2121-17',
  'L.2121-25',
  'L.2121-29',
  'L.2122-18',
  'L.2122-20',
  'L.2122-22',
  'L.2122-23',
  'L.2131-1',
  'L.2131-11',
  'L.2131-2',
  'L.2212-2',
  'L.2213-1',
  'L.2213-6',
  'L.2312-1',
  'L.5211-17',
  'L.5214-16',
  'L.5216-5',
  // Code des relations entre le public et l’administration
  'L.114-2',
  'L.211-2',
  'L.211-5',
  // Code de la commande publique
  'L.3',
  'L.2111-1',
  'L.2113-10',
  'L.2113-6',
  'L.2152-1',
  'R.2111-1',
  'R.2123-1',
  // Code de l’éducation
  'D.131-3-1',
  'R.531-52',
  'R.531-53',
  // Code de la route
  'R.411-8',
  // Code général de la fonction publique
  'L.521-1',
  // Code de l’urbanisme
  'R.423-23',
  'R.423-38',
  // Code de l’action sociale et des familles
  'L.123-5',
  'L.133-5',
  // Code du patrimoine
  'R.212-14',
  // Code électoral
  'L.52-1',
])
