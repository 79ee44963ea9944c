import type { Grant, GrantKind, GrantLevel } from '@parvis/contract'

interface GrantTexts {
  /** Labels of the access levels. A single one is shown without a choice. */
  levels: readonly { id: GrantLevel; label: string }[]
  /** Consequences of the choices, shown under the list. */
  note: string
  /** Text shown when nobody has access. */
  noAccessText: string
}

/** Texts on the grants of each kind of object. */
const textsByKind: Record<GrantKind, GrantTexts> = {
  document_category: {
    levels: [
      { id: 'use', label: 'Lit et interroge' },
      { id: 'edit', label: 'Lit, dépose et tient' },
    ],
    note: 'Chacun de ceux qui la lisent y dépose, tant que personne n’est désigné pour la tenir. Pour les autres, la catégorie et ses documents n’existent pas\u00a0: ni dans les listes, ni dans les recherches, ni derrière les sources d’anciennes réponses.',
    noAccessText: 'Personne ne lira cette catégorie, vous non plus\u00a0: ses documents restent, en attente de droits.',
  },
  assistant: {
    levels: [
      { id: 'use', label: 'Utilise' },
      { id: 'edit', label: 'Utilise et modifie' },
    ],
    note: 'Pour les autres, l’assistant n’est plus au catalogue, et les conversations commencées avec lui demandent d’en choisir un autre. Les administrateurs le voient toujours.',
    noAccessText: 'Seuls les administrateurs verront cet assistant.',
  },
  prompt: {
    levels: [{ id: 'use', label: 'Utilise' }],
    note: 'Pour les autres, le prompt n’est plus proposé. Les administrateurs le voient toujours.',
    noAccessText: 'Seuls les administrateurs verront ce prompt.',
  },
  written_document: {
    levels: [
      { id: 'use', label: 'Peut lire' },
      { id: 'edit', label: 'Peut écrire' },
    ],
    note: 'Ceux de cette liste lisent le document et ses versions ; qui peut écrire le modifie et décide des modifications proposées. Vos conversations restent à vous. Si votre compte est supprimé, le document l’est aussi.',
    noAccessText: 'Ce document n’est qu’à vous.',
  },
  project: {
    levels: [
      { id: 'use', label: 'Peut lire' },
      { id: 'edit', label: 'Peut écrire' },
      { id: 'manage', label: 'Responsable' },
    ],
    note: 'Ceux de cette liste voient le projet, son contenu et ses fichiers, et leurs conversations peuvent s’y rattacher. Un responsable y écrit, l’archive, et décide avec vous à qui il est ouvert\u00a0; si votre compte est supprimé, le plus ancien reçoit le projet. Vos conversations restent à vous.',
    noAccessText: 'Ce projet n’est qu’à vous.',
  },
}

/** Texts for an assistant that a person owns. */
const ownAssistant: GrantTexts = {
  levels: textsByKind.assistant.levels,
  note: 'Qui le modifie le trouve dans «\u00a0Mes assistants\u00a0»\u00a0; vous seul choisissez ses documents. Les personnes à qui il est ouvert verront les passages cités de ses fichiers, s’il en a, et pourront les ouvrir depuis une réponse. Tant qu’il est partagé, les administrateurs le voient aussi.',
  noAccessText: 'Cet assistant n’est qu’à vous.',
}

/** Texts for a project that the reader manages for its owner. */
const managedProject = (owner: string): GrantTexts => ({
  levels: textsByKind.project.levels,
  note: `Ceux de cette liste voient le projet, son contenu et ses fichiers, et leurs conversations peuvent s’y rattacher. Un responsable y écrit, l’archive, et décide à qui il est ouvert. Il est à ${owner}, à qui il revient de le supprimer ou de le confier.`,
  noAccessText: `Ce projet ne sera plus qu’à ${owner}\u00a0: vous n’y aurez plus accès.`,
})

/**
 * Texts on the grants of one object.
 * @param owner name of the owner; null: it belongs to the organisation
 * @param isManaged whether the reader manages it for its owner
 */
export function grantTexts(kind: GrantKind, owner: string | null, isManaged = false): GrantTexts {
  if (owner === null) return textsByKind[kind]
  if (kind === 'assistant') return ownAssistant
  return kind === 'project' && isManaged ? managedProject(owner) : textsByKind[kind]
}

/** Whether a person who managed the object by their own name loses that level with these choices. */
export function losesManagement(person_id: string, read: readonly Grant[], chosen: readonly Grant[]): boolean {
  const manages = (grants: readonly Grant[]) => grants.some(({ subject, id, level }) => subject === 'user' && id === person_id && level === 'manage')
  return manages(read) && !manages(chosen)
}

/** Grants as the request body expects them. A grant to everyone has no id. */
export const toRequestGrants = (grants: readonly Grant[]) => grants.map(({ subject, id, level }) => ({ subject, level, ...(id !== null && { id }) }))

export const isSame = (a: Pick<Grant, 'subject' | 'id'>, b: Pick<Grant, 'subject' | 'id'>) => a.subject === b.subject && a.id === b.id

export const everyone = (level: GrantLevel = 'use'): Grant => ({ subject: 'everyone', id: null, name: 'Tout le monde', level })
