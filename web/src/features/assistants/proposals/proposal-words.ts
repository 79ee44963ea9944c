/** « pour tout le monde », « pour le service « Voirie » ». @param team null for everybody */
export const proposedTo = (team: { name: string } | null): string => (team === null ? 'pour tout le monde' : `pour le service «\u00a0${team.name}\u00a0»`)
