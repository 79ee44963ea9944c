import { describe, expect, test } from 'vitest'
import { composeExample } from './scripted-examples.ts'

const examples = [
  {
    starter: 'Préparez un arrêté pour la fête du quartier.',
    text: '{{collectivite|commune}} : le {{date|date}}, {{lieu|lieu}}, de {{heure|début}} à {{heure2|fin}}, {{association|organisateur}}, {{montant|coût}}.',
  },
]
const answer = (...turns: string[]) => composeExample(turns, examples)

describe('an example', () => {
  test('asks for the facts that were not given', () => {
    expect(answer('Préparez un arrêté pour la fête du quartier.')).toContain('le [À COMPLÉTER\u00a0: date], [À COMPLÉTER\u00a0: lieu]')
  })

  test('takes the facts of the message and of the next ones', () => {
    const told = answer(
      "Bonjour, préparez un arrêté pour la fête du quartier. Commune de Saint-Rémy-sur-Loire, c'est l'association « Les Voisins » qui organise rue des Lilas.",
      'Le 13 juin 2026 de 14 h à 22h30, pour 1 200 €. Mme Durand suit le dossier, subvention de 30 %.',
    )
    expect(told).toContain('Commune de Saint-Rémy-sur-Loire : le 13 juin 2026, rue des Lilas, de 14 h à 22h30, l’association « Les Voisins », 1 200 €.')
    expect(told).not.toContain('À COMPLÉTER')
    expect(told).toContain('- **personne**\u00a0: Mme Durand')
    expect(told).toContain('- **pourcentage**\u00a0: 30 %')
  })

  test('takes the name of the commune and of the mayor however they are told', () => {
    for (const told of [
      'La commune est Auray, le maire est Paul Kerven.',
      'Commune : Auray. Maire : Paul Kerven.',
      "Je travaille à la ville d'Auray, maire Paul Kerven",
    ]) {
      const text = answer('Préparez un arrêté pour la fête du quartier.', told)
      expect(text).toMatch(/^(?:Commune|Ville) d’Auray : /m)
      expect(text).toContain('- **maire**\u00a0: Paul Kerven')
    }
  })

  test('answers the same request in other words, and no other request', () => {
    expect(answer('Pouvez-vous préparer un arrêté ? Préparez-le pour une fête de quartier')).not.toBeNull()
    expect(answer('Préparez une note sur le budget.')).toBeNull()
    expect(answer('Préparez un arrêté pour la fête du quartier.', 'Merci, et pour le marché ?')).toBeNull()
  })
})
