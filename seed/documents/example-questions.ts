/**
 * Questions that the library suggests about the demonstration documents, by file name. The documents date from 2018 to 2020. A question is listed only if
 * the whole passage that answers it states the rule in force, to its author's knowledge in November 2026. Included: definitions, rights and procedures
 * that have not changed (civil status, Pacs, electoral lists, associations, obligations of public servants). Excluded: amounts, thresholds, rates, ages,
 * durations of leave, working time, and anything that a reform has changed.
 *
 * Subjects of the documents left out, with what changed: paternity leave (25 or 32 days since 1 July 2021), leave for adoption, birth and family carers
 * (2020 to 2022), bereavement (2020, 2023), sick leave (90 % of pay since 1 March 2025), Citis, disciplinary sanctions and protection (code of 2022), CPF,
 * Gipa (not renewed since 2024), Ifts, telework allowance (2021), transport (75 % since 2023), meal vouchers, travel expenses, index and wages, tests and
 * training of staff, apprentices and contracts (2022 to 2025); livret de famille (model of 2022), choice of name (July 2022), adoption (2022), marriage
 * abroad, municipal elections (lists everywhere since 2026), military census; associations (contract of republican engagement of 2022, engagement of
 * minors, gifts), Covid fund (closed); public procurement thresholds, urgent applications; planning (online filing of 2022, tax handed over in September
 * 2022, law of November 2025 on permits), noise and waste, school registration.
 */
export const exampleQuestions: Readonly<Record<string, string>> = {
  'Sécurité et droit de retrait dans la fonction publique.md': 'Dans quels cas un agent peut-il exercer son droit de retrait ?',
  "Obéissance hiérarchique d'un agent public (fonctionnaire ou contractuel).md": 'Un agent peut-il refuser d’obéir à un ordre illégal ?',
  'Devoir de réserve, discrétion et secret professionnels dans la fonction publique.md': 'En quoi consiste le devoir de réserve d’un agent public ?',
  'Déclaration de naissance.md': 'Dans quel délai faut-il déclarer une naissance ?',
  'Dissoudre un Pacs.md': 'Comment mettre fin à un Pacs ?',
  'Comment consulter les listes électorales.md': 'Qui peut consulter la liste électorale d’une commune ?',
  "Certificat d'urbanisme.md": 'À quoi sert un certificat d’urbanisme ?',
  "Transfert d'un permis de construire ou d'aménager.md": 'Un permis de construire peut-il être transféré à une autre personne ?',
  "Cantine scolaire à l'école primaire (maternelle et élémentaire).md": 'La cantine scolaire est-elle obligatoire pour la commune ?',
  'Accès aux documents administratifs.md': 'Quels documents administratifs une mairie doit-elle communiquer ?',
  'Doit-on faire une déclaration en préfecture après chaque assemblée générale.md': 'Une association doit-elle déclarer son assemblée générale en préfecture ?',
  'Une association doit-elle avoir un règlement intérieur.md': 'Une association doit-elle avoir un règlement intérieur ?',
}
