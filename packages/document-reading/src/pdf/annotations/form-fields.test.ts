import { expect, test } from 'vitest'
import { boxOf, filledField } from './form-fields.ts'

test('a field has the value that the person wrote or chose', () => {
  const text = (fieldName: string, fieldValue: unknown, more = {}) => filledField({ fieldType: 'Tx', fieldName, fieldValue, ...more })
  expect(text('demande[0].nom_usage', 'Jeanne Martin')).toEqual({ label: 'nom usage', value: 'Jeanne Martin' })
  expect(text('vide', ' ')).toBeNull()
  expect(text('Texte12', 'Corte', { alternativeText: 'Commune du demandeur' })).toEqual({ label: 'Commune du demandeur', value: 'Corte' })
  expect(text('code', 'secret', { password: true })).toBeNull()
  const options = [
    { exportValue: 'a', displayValue: 'Écoles' },
    { exportValue: 'b', displayValue: 'Voirie' },
  ]
  expect(filledField({ fieldType: 'Ch', fieldName: 'pole', fieldValue: ['b', 'a'], options })).toEqual({ label: 'pole', value: 'Voirie, Écoles' })
})

test('a box is ticked when the field has its own value', () => {
  const circle = (fieldValue: string) => boxOf({ fieldType: 'Btn', radioButton: true, fieldName: 'civilite', fieldValue, buttonValue: 'Mme' })
  expect([circle('Mme'), circle('M.')]).toEqual([true, false].map((isTicked) => ({ isTicked, label: 'civilite : Mme' })))
  const box = { fieldType: 'Btn', checkBox: true, fieldName: 'Case1', alternativeText: 'Dossier complet', exportValue: 'Oui' }
  expect(boxOf({ ...box, fieldValue: 'Oui' })).toEqual({ isTicked: true, label: 'Dossier complet' })
  expect(boxOf({ ...box, fieldValue: 'Off' })).toEqual({ isTicked: false, label: 'Dossier complet' })
  expect(boxOf({ fieldType: 'Btn', pushButton: true, fieldName: 'envoyer' })).toBeNull()
})
