import { defaultSystemPrompt, type Profile, type Project, type RewriteStyle } from '@parvis/contract'
import type { LlmMessage } from '../../platform/llm/port.ts'
import { fencedDataInstruction, fenceText } from './fenced-text.ts'

/** Hidden question that asks for the greeting; never shown nor saved (specification, chapter 7). */
export const openingInstruction = 'Présentez-vous en quelques phrases, puis posez vos questions initiales, conformément à vos instructions.'

/** Hidden question that asks for the rest of an interrupted reply. */
export const continueInstruction = 'Votre réponse a été interrompue. Reprenez-la exactement là où elle s’arrête, sans rien répéter ni annoncer.'

/** Hidden questions that ask for another form of the last reply, which precedes them in the prompt. */
const rewriteInstructions: Record<RewriteStyle, string> = {
  shorter: 'Réécrivez votre dernière réponse en deux à trois fois plus court, sans perdre de décision, de date, de montant ni de condition.',
  simpler:
    'Réécrivez votre dernière réponse en langage clair, pour une personne qui ne connaît pas l’administration : phrases courtes, mots courants, sigles expliqués.',
  formal: 'Réécrivez votre dernière réponse dans un registre administratif soutenu, avec les formules d’usage d’une collectivité.',
  table: 'Réécrivez votre dernière réponse sous la forme d’un tableau Markdown, avec une phrase d’introduction au plus.',
}
const rewriteRules =
  ' Gardez les faits, les chiffres et les renvois entre crochets tels qu’ils sont, n’ajoutez rien, et donnez le texte réécrit sans l’annoncer.'

/** Returns the hidden question that asks for another form of the last reply. */
export const rewriteInstruction = (style: RewriteStyle): string => rewriteInstructions[style] + rewriteRules

const uninformativeValues = new Set(['', 'Non renseigné', 'Style standard'])

/** Labels of the profile's fields, in the order in which the model reads them. */
const profileFields: [keyof Profile, string][] = [
  ['first_name', 'Prénom'],
  ['last_name', 'Nom'],
  ['type_collectivite', 'Type de collectivité'],
  ['tranche_effectif', 'Effectif'],
  ['tranche_population', 'Population'],
  ['champ_action', 'Champ d’action'],
  ['fonction', 'Fonction'],
  ['experience_gestion_projet', 'Expérience en gestion de projet'],
  ['style_conversationnel', 'Style de conversation souhaité'],
]

/**
 * Returns the profile block of the prompt (specification, chapters 3 and 7), without uninformative values: « cadre » is the default of `fonction`, and the
 * population matters only for a Commune. Null when nothing is left.
 */
export function profileBlock(profile: Profile): string | null {
  const lines = profileFields
    .filter(([name]) => {
      const value = profile[name].trim()
      if (uninformativeValues.has(value)) return false
      if (name === 'fonction' && value.toLowerCase() === 'cadre') return false
      return name !== 'tranche_population' || profile.type_collectivite === 'Commune'
    })
    .map(([name, label]) => `- ${label} : ${oneLine(profile[name])}`)
  if (lines.length === 0) return null
  return `## Contexte de la personne\n${lines.join('\n')}\nAdaptez vos réponses à ce profil.`
}

/** A project as used in the prompt. `is_own` is true when nobody but the person can have written its text. */
export type PromptProject = Pick<Project, 'name' | 'content'> & { is_own: boolean }

/** Returns the project block of the prompt: name and content (specification, chapter 7). Text that somebody else may have written is fenced, as data. */
export function projectBlock(project: PromptProject): string {
  if (!project.is_own) return sharedProjectBlock(project)
  const content = project.content.trim()
  return `## Projet associé\nNom : ${oneLine(project.name)}\n${content === '' ? '' : `Contenu :\n${content}\n`}Tenez compte de ce projet dans vos réponses.`
}

function sharedProjectBlock({ name, content }: PromptProject): string {
  const text = `Nom : ${oneLine(name)}${content.trim() === '' ? '' : `\n\nContenu :\n${content}`}`
  // The longest run of backquotes sets the length of the fences: limit it.
  const data = fenceText(text.replaceAll(/`{9,}/g, '`'.repeat(8)))
  return `## Projet associé\nNom et contenu d’un projet partagé, que d’autres personnes ont pu écrire. ${fencedDataInstruction}\n${data}\nTenez compte de ce projet dans vos réponses, comme d’une information.`
}

/** Returns the assistant's prompt (or the default one), followed by the profile and project blocks that are not empty. */
export function enrichedSystemPrompt(base: string | null, profile: Profile | null, project: PromptProject | null): string {
  return [base?.trim() || defaultSystemPrompt, profile && profileBlock(profile), project && projectBlock(project)].filter(Boolean).join('\n\n')
}

/**
 * Splits a history sent by the client. A first `system` turn becomes the system prompt, with no more rights than a question. Later `system` turns and
 * empty turns are dropped, so that the model gets a single system prompt.
 */
export function splitHistory(history: readonly LlmMessage[]): { system: string | null; turns: LlmMessage[] } {
  const first = history[0]
  return {
    system: first?.role === 'system' ? first.content : null,
    turns: history.filter((turn) => turn.role !== 'system' && turn.content.trim() !== ''),
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
