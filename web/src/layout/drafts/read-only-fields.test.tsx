import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx'
import { ReadOnlyFields } from './FormDialog.tsx'

const readOnlyFields = (isReadOnly: boolean) =>
  renderToStaticMarkup(
    <ReadOnlyFields isReadOnly={isReadOnly}>
      <TextField label="Nom" value="Voirie" />
      <TextArea label="Motif" value="Une redite" />
      <PasswordField label="Mot de passe" value="secret" />
    </ReadOnlyFields>,
  ).match(/<(?:input|textarea)[^>]* readOnly=""/gi)?.length ?? 0

it('takes no letter while the form is being sent, and all of them before and after', () => {
  expect([readOnlyFields(true), readOnlyFields(false)]).toEqual([3, 0])
})
