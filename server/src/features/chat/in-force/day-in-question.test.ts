import { describe, expect, it } from 'vitest'
import { dayInQuestion, asksAboutToday } from './day-in-question.ts'

const today = '2026-11-29'

describe('dayInQuestion', () => {
  it.each([
    // A day
    ['Quelle est la durée du congé de paternité au 1er mars 2021 ?', '2021-03-01'],
    ['Quelle règle au 1er mars 2024 ?', '2024-03-01'],
    ['Au 1er mars 2024, quelle était la règle ?', '2024-03-01'],
    ['Quel était le tarif de la cantine le 3 avril 2023 ?', '2023-04-03'],
    ['Le 3 avril 2023, quel était le tarif de la cantine ?', '2023-04-03'],
    ['Combien coûtait une concession le 31 décembre 2019 ?', '2019-12-31'],
    ['Quels sont les horaires de la déchèterie au 29 février 2024 ?', '2024-02-29'],
    ['Quel plafond s’appliquait le 01/07/2021 ?', '2021-07-01'],
    ['Que disait le règlement intérieur au 2022-09-01 ?', '2022-09-01'],
    ['Quel est le règlement en vigueur au 15 juin 2020 ?', '2020-06-15'],
    ['Le règlement applicable au 1er janvier 2025 autorise-t-il les barbecues ?', '2025-01-01'],
    ['Quelle délégation le maire avait-il à la date du 12 mai 2020 ?', '2020-05-12'],
    ['Que prévoit le règlement dans sa version du 1er mars 2024 ?', '2024-03-01'],
    ['Donne-moi le tarif de la salle des fêtes au 1er septembre 2023.', '2023-09-01'],
    ['Bonjour. Combien de jours de télétravail étaient permis le 2 mai 2022 ? Merci', '2022-05-02'],
    ['Fallait-il un visa pour un mariage le 14 juillet 2018 ?', '2018-07-14'],
    ['Quel sera le tarif au 1er janvier 2027 ? Quel est le tarif au 1er janvier 2027 ?', '2027-01-01'],
    ['Et au 1er mars 2024 ?', '2024-03-01'],
    ['règle applicable au 1er mars 2024', '2024-03-01'],
    // A month or a year: its last day
    ['Quelle était la durée du congé de paternité en mars 2021 ?', '2021-03-31'],
    ['En février 2024, combien coûtait la cantine ?', '2024-02-29'],
    ['Quel est le plafond en 2019 ?', '2019-12-31'],
    ['En 2019, quel était le plafond ?', '2019-12-31'],
    ['Combien de jours de congé a-t-on droit en 2018 ?', '2018-12-31'],
    ['Et en 2019 ?', '2019-12-31'],
    ['Quelles étaient les pièces à fournir pour se pacser en août 2016 ?', '2016-08-31'],
  ])('%s → %s', (message, day) => {
    expect(dayInQuestion(message, today)).toBe(day)
  })

  it.each([
    'Quelle est la durée du congé de paternité ?',
    // The date is the subject.
    'Rédige le compte rendu de la réunion du 12 mai 2026.',
    'Que dit la délibération du 3 mars 2024 ?',
    'Qui était présent à la réunion du 12 mai 2026 ?',
    'J’ai reçu une facture du 3 mars 2024, quel est le délai de paiement ?',
    'Peux-tu résumer le budget 2024 ?',
    'Quels marchés ont été attribués en 2023 ?',
    'Combien de délibérations avons-nous votées en 2022 ?',
    'Quel est le montant de la subvention versée au club en 2019 ?',
    'Que prévoit la loi du 6 août 2019 ?',
    'Que change le décret n° 2019-1414 du 19 décembre 2019 ?',
    'Quelle est la date limite fixée au 3 mars 2024 ?',
    // The date is a circumstance.
    'Un agent recruté le 1er mars 2024 a-t-il droit à une prime ?',
    'Mon agent était malade le 3 avril 2023 : combien de jours de carence ?',
    'Que doit faire un agent qui était malade le 3 avril 2023 ?',
    'Une facture reçue le 3 mars 2024 doit-elle être payée sous trente jours ?',
    'Mon fils est né le 14 juillet 2021, combien de jours ai-je ?',
    'Peut-on reporter ses congés au 1er mars 2027 ?',
    'Peut-on prolonger le contrat jusqu’au 31 décembre 2026 ?',
    'Un élève âgé de 3 ans au 31 décembre 2025 est-il inscrit d’office ?',
    'Quelles sont les règles depuis le 1er juillet 2021 ?',
    'Que changera le texte qui entre en vigueur le 1er janvier 2027 ?',
    'Quelle était la règle avant la réforme de 2019 ?',
    'Quelles étaient les règles avant le 1er mars 2024 ?',
    'Le marché va du 3 mars 2024 au 12 avril 2024 : quelle est la procédure ?',
    'Quel congé prendre du 3 au 12 mars 2024 ?',
    'Écris un courrier pour dire que la séance est le 3 avril 2023.',
    'Corrige : « Quel était le tarif au 1er mars 2024 ? »',
    // No such day, two days, or the current period.
    'Quel était le tarif au 29 février 2023 ?',
    'Quel était le tarif au 31 avril 2024 ?',
    'Quel était le tarif en 2019 et quel était le tarif en 2021 ?',
    'Quel est le tarif en 2026 ?',
    'Quel est le tarif en novembre 2026 ?',
    'Combien de personnes habitent au 12 rue de la Gare ?',
  ])('%s → none', (message) => {
    expect(dayInQuestion(message, today)).toBeNull()
  })

  // The work is bounded: whatever the length of a message, only its two ends are read.
  it.each([
    ['before', (question: string, text: string) => `${question} ${text}`, '2024-03-01'],
    ['after', (question: string, text: string) => `${text} ${question}`, '2024-03-01'],
    ['in the middle of', (question: string, text: string) => `${text} ${question} ${text}`, null],
  ])('reads a question %s a long text', (_where, place, day) => {
    expect(dayInQuestion(place('Quelle règle au 1er mars 2024 ?', 'Le conseil délibère. '.repeat(5_000)), today)).toBe(day)
  })
})

it('asksAboutToday', () => {
  expect(['Et aujourd’hui ?', 'Quelle est la règle actuellement ?'].map(asksAboutToday)).toEqual([true, true])
  expect(['Et au 1er mars ?', 'Quelle est la règle ?'].map(asksAboutToday)).toEqual([false, false])
})
