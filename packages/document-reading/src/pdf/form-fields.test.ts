import { expect, test } from 'vitest'
import { filledFields } from './form-fields.ts'

test('a box that is not ticked is not filled, nor a button; what the person wrote or ticked is', () => {
  expect(
    filledFields({
      nom: [{ type: 'text', value: 'Jeanne Martin', page: 1 }],
      vide: [{ type: 'text', value: ' ' }],
      refus: [{ type: 'checkbox', value: 'Off', page: 0 }],
      accord: [{ type: 'checkbox', value: 'Oui' }],
      envoyer: [{ type: 'button', value: 'Off' }],
      liste: [{ type: 'listbox', value: ['a', 'b'] }],
      mot: [{ type: 'text', value: 'Off' }],
    }),
  ).toEqual([
    { name: 'nom', value: 'Jeanne Martin', page: 2 },
    { name: 'accord', value: 'Oui', page: 1 },
    { name: 'mot', value: 'Off', page: 1 },
  ])
})

test('the circles of one choice say it once a page', () => {
  const circle = (page: number) => ({ type: 'radiobutton', value: 'Mme', page })
  expect(filledFields({ civilite: [circle(0), circle(0), circle(2)] })).toEqual([
    { name: 'civilite', value: 'Mme', page: 1 },
    { name: 'civilite', value: 'Mme', page: 3 },
  ])
})
