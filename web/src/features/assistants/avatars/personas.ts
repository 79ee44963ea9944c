import type { ListedAssistant } from '@parvis/contract'
import { foldText } from '../../../ui/lists/matching.ts'

export type PersonaId = 'camille' | 'malik' | 'helene'

export interface Persona {
  id: PersonaId
  name: string
  /** Subject of the persona, as text. */
  theme: string
  /** One sentence, in the persona's own voice. */
  motto: string
  /** Keywords, of which an assistant must contain one. The `stem` is searched, so that « stratégie » also finds « stratégique ». */
  keywords: readonly { label: string; stem: string }[]
}

/** The three fixed personas (specification, chapter 2, avatars). */
export const personas: readonly Persona[] = [
  {
    id: 'camille',
    name: 'Camille',
    theme: 'Management et stratégie',
    motto: 'Je vous aide à fixer un cap, à décider et à conduire une équipe.',
    keywords: [
      { label: 'management', stem: 'management' },
      { label: 'stratégie', stem: 'stratégi' },
      { label: 'pilotage', stem: 'pilotage' },
      { label: 'décision', stem: 'décision' },
    ],
  },
  {
    id: 'malik',
    name: 'Malik',
    theme: 'Communication et équipes',
    motto: 'Je vous aide à dire les choses clairement, aux habitants comme aux collègues.',
    keywords: [
      { label: 'communication', stem: 'communication' },
      { label: 'équipe', stem: 'équipe' },
      { label: 'réunion', stem: 'réunion' },
    ],
  },
  {
    id: 'helene',
    name: 'Hélène',
    theme: 'Analyse et documentation',
    motto: 'Je vous aide à lire, à comparer et à retrouver ce qui compte dans un dossier.',
    keywords: [
      { label: 'analyse', stem: 'analyse' },
      { label: 'document', stem: 'document' },
      { label: 'synthèse', stem: 'synthèse' },
    ],
  },
]

export const personaOf = (id: string): Persona | null => personas.find((persona) => persona.id === id) ?? null

/** Returns the active assistants whose name, description or category contains a keyword, ignoring accents and case. */
export function assistantsOf({ keywords }: Persona, assistants: readonly ListedAssistant[]): ListedAssistant[] {
  const stems = keywords.map(({ stem }) => foldText(stem))
  return assistants.filter(({ is_active, name, description, category }) => {
    const texts = [name, description, category.name].map(foldText)
    return is_active && stems.some((stem) => texts.some((text) => text.includes(stem)))
  })
}
