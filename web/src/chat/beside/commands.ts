/** Requests that a person can make about a document without writing them. */
export type CommandId = 'shorter' | 'simpler' | 'formal' | 'table' | 'continue' | 'complete' | 'check' | 'translate'

/** Languages offered for a translation, as they follow « en ». */
export const languages = ['anglais', 'allemand', 'espagnol', 'italien', 'portugais', 'arabe', 'ukrainien'] as const

const questions: Record<CommandId, (object: string, language: string) => string> = {
  shorter: (object) => `Raccourcissez ${object}, sans rien perdre d’essentiel.`,
  simpler: (object) => `Rendez ${object} plus simple\u00a0: des mots courants et des phrases courtes, sans changer le sens.`,
  formal: (object) => `Rendez ${object} plus soutenu, comme un écrit officiel, sans changer le sens.`,
  table: (object) => `Mettez ${object} en tableau, sans rien ajouter ni retirer.`,
  continue: (object) => `Continuez ${object}, dans le même style, à la suite de ce qui est écrit.`,
  complete: (object) =>
    `Complétez les [À COMPLÉTER] dans ${object} avec ce que je vous ai dit et ce que disent mes documents. Laissez tels quels ceux que vous ne connaissez pas.`,
  check: (object) =>
    `Vérifiez les citations dans ${object}\u00a0: comparez chacune à sa source, proposez la correction de celles qui sont inexactes, et dites celles que vous ne retrouvez pas.`,
  translate: (object, language) => `Traduisez ${object} en ${language}.`,
}

/** Question that a command sends. @param isSelection whether it is about the selected passages, or the whole document */
export const commandQuestion = (id: CommandId, isSelection: boolean, language = ''): string =>
  questions[id](isSelection ? 'le passage sélectionné' : 'le document', language)
