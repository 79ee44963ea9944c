import type { Caller } from '../../context.ts'
import { formatFrenchDate } from '../../platform/paris.ts'

/** Returns the README text of the copy of a person's data. */
export function readme({ username }: Pick<Caller, 'username'>, at: Date, contents: readonly { file: string; tells: string; rows: number }[]): string {
  const width = Math.max(...contents.map(({ file }) => file.length))
  return `COPIE DE VOS DONNÉES
Compte « ${username} », le ${formatFrenchDate(at, 'short')}

Cette archive contient tout ce que cette installation de Parvis conserve de vous
(articles 15 et 20 du RGPD). Les fichiers .json s’ouvrent avec un éditeur de texte
et se relisent par un autre logiciel ; les dates sont en temps universel (UTC).

${contents.map(({ file, tells, rows }) => `  ${file.padEnd(width)}  ${tells} : ${rows}`).join('\n')}
  documents/${' '.repeat(width - 10)}  les fichiers que vous avez déposés, sous leur nom d’origine
  ${'contenu.json'.padEnd(width)}  le nombre de lignes de chaque table, et ce qui est laissé de côté avec la raison

Ce qui n’y est pas :
  - l’empreinte de votre mot de passe et celles de vos jetons : elles permettraient
    d’entrer à votre place ;
  - ce que d’autres personnes ont écrit ou déposé ;
  - le journal technique du serveur, qui ne contient que des identifiants, des dates
    et des adresses de machine, et les actes d’autres personnes sur votre compte.
    Demandez-en un extrait à l’organisme qui exploite cette installation, ou à son
    délégué à la protection des données.
`
    .replaceAll(/ ([:;!?»])/g, '\u00a0$1')
    .replaceAll('« ', '«\u00a0')
}
