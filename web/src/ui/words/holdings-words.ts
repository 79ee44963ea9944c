import { clientErrorSentence, type AccountContents } from '@parvis/contract'
import { plural } from './formats.ts'

/** Returns one line for each kind of content that an account owns, such as « 3 projets ». Kinds with a count of zero are left out. */
export function holdingsWords({
  conversations,
  messages,
  projects,
  shared_projects,
  personal_prompts,
  written_documents,
  own_assistants,
  private_documents,
}: AccountContents): string[] {
  const lines = [
    conversations > 0 && `${plural(conversations, 'conversation')} (${plural(messages, 'message')})`,
    projects > 0 &&
      `${plural(projects, 'projet')}${shared_projects > 0 ? `, dont ${shared_projects}\u00a0que d’autres utilisent, avec ${shared_projects === 1 ? 'ses' : 'leurs'} fichiers` : ''}`,
    written_documents > 0 && plural(written_documents, 'document rédigé', 'documents rédigés'),
    personal_prompts > 0 && plural(personal_prompts, 'prompt personnel', 'prompts personnels'),
    own_assistants > 0 && plural(own_assistants, 'assistant personnel', 'assistants personnels'),
    private_documents > 0 && plural(private_documents, 'document personnel', 'documents personnels'),
  ]
  return lines.filter((line) => line !== false)
}

/** Returns the sentence about the projects that pass to another manager when the account is deleted; null when there are none. */
export function inheritedWords({ inherited_projects: count }: AccountContents): string | null {
  if (count === 0) return null
  return count === 1
    ? 'Un projet n’est pas effacé\u00a0: il passe à son responsable, avec ses fichiers.'
    : `${plural(count, 'projet')} ne sont pas effacés\u00a0: chacun passe à son plus ancien responsable, avec ses fichiers.`
}

/** Returns why an account cannot be deleted; null when it can. */
export function deletionRefusal({ is_held, is_last_admin }: AccountContents): string | null {
  if (is_held) return clientErrorSentence('users.held')
  return is_last_admin ? `${clientErrorSentence('users.last_admin')} Nommez-en un autre d’abord.` : null
}
