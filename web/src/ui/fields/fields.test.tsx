import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SearchField } from './SearchField.tsx'
import { TextArea } from './TextArea.tsx'
import { PasswordField, TextField } from './TextField.tsx'

const kinds = { TextField, PasswordField, TextArea }

/** Returns the attributes of the form control, and the texts that its ids refer to. */
function read(html: string) {
  const control = /<(?:input|textarea)[^>]*>/.exec(html)![0]
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(control)?.[1]
  const wordsOf = (id: string) => new RegExp(`<span id="${id}"[^>]*>([^<]*)`).exec(html)?.[1]
  const label = new RegExp(`<label for="${attribute('id')}"[^>]*>(.*?)</label>`).exec(html)?.[1]?.replace(/<[^>]*>/g, '')
  return { attribute, label, described: attribute('aria-describedby')?.split(' ').map(wordsOf) }
}

describe.each(Object.entries(kinds))('%s', (_name, Field) => {
  it('is named by its label, and described by its hint, then by why it was refused', () => {
    const { attribute, label, described } = read(renderToStaticMarkup(<Field label="Nom" hint="Le vôtre." error="Il est pris." isRequired value="" />))
    expect({ label, described }).toEqual({ label: 'Nom (obligatoire)', described: ['Le vôtre.', 'Il est pris.'] })
    expect([attribute('aria-required'), attribute('aria-invalid'), attribute('required')]).toEqual(['true', 'true', undefined])
  })

  it('names nothing that is not there', () => {
    const { attribute, described } = read(renderToStaticMarkup(<Field label="Nom" value="" />))
    expect([described, attribute('aria-required'), attribute('aria-invalid')]).toEqual([undefined, undefined, undefined])
  })
})

it.each([true, false])('a search has its name whether its label is drawn or not: %s', (isLabelHidden) => {
  const { attribute, label } = read(renderToStaticMarkup(<SearchField label="Rechercher" isLabelHidden={isLabelHidden} value="" onChange={() => undefined} />))
  expect([attribute('aria-label'), label]).toEqual(isLabelHidden ? ['Rechercher', undefined] : [undefined, 'Rechercher'])
})
