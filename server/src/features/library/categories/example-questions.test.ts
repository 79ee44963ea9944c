import { expect, it } from 'vitest'
import { questionOn } from './categories.ts'

const asked = (name: string, trails: string[][] | null, title: string | null = null) => questionOn({ name, title, proposed: null, trails }).question

it('asks about the first telling heading of a document', () => {
  const trails = [['Règlement du marché'], ['Règlement du marché', 'Préambule'], ['Règlement du marché', 'Attribution des emplacements :']]
  expect(asked('reglement.docx', trails, 'Règlement du marché')).toBe(
    'Que dit «\u00a0Règlement du marché\u00a0» à propos de «\u00a0Attribution des emplacements\u00a0»\u00a0?',
  )
})

it('asks the question that a heading is', () => {
  expect(asked('abri.md', [['Règles d’urbanisme']], 'Faut-il un permis pour un abri ?')).toBe('Faut-il un permis pour un abri ?')
  expect(asked('guide_cantine.pdf', [['Qui peut demander une dérogation ?']])).toBe('D’après «\u00a0guide cantine\u00a0», qui peut demander une dérogation ?')
})

it('asks about the whole of a document without a heading, whose long title is cut at a word', () => {
  expect(asked('budget-2026.xlsx', [['Feuille «\u00a0Budget\u00a0»'], ['1.2']])).toBe('Que faut-il retenir de «\u00a0budget-2026\u00a0»\u00a0?')
  expect(asked('note.txt', null)).toBe('Que faut-il retenir de «\u00a0note\u00a0»\u00a0?')
  const long = asked('x.pdf', null, 'Délibération relative à la création d’un service commun entre les communes membres de la communauté')
  expect(long).toMatch(/communes…\u00a0»\u00a0\?$/u)
})
