import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { FormDialog } from '../../../layout/drafts/FormDialog.tsx'
import { useSubmission } from '../../../layout/drafts/use-submission.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Select } from '../../../ui/fields/Select.tsx'

/** Dialog that copies an assistant of the catalogue to the person's own ones. */
export function CopyDialog({ onClose, onDone }: { onClose: () => void; onDone: (sentence: string) => void }) {
  const { data, isError } = useQuery(queryFor(routes.assistants.catalogue))
  const { data: own } = useQuery(queryFor(routes.ownAssistants.list))
  const [chosen, setChosen] = useState<string | null>(null)
  const form = useSubmission<'chosen', { name: string }>({
    check: () => (chosen === null ? { chosen: 'Choisissez un assistant à copier.' } : {}),
    send: () => call(routes.ownAssistants.copy, { body: { assistant_id: chosen! } }),
    onDone({ name }) {
      const hasFiles = own?.some(({ id, is_own, file_count }) => id === chosen && is_own && file_count > 0)
      const left = hasFiles ? ' Les fichiers de l’original n’ont pas été copiés\u00a0: ajoutez-les à la copie si elle en a besoin.' : ''
      onDone(`«\u00a0${name}\u00a0» est à vous\u00a0: modifiez-le à votre guise, l’original ne change pas.${left}`)
      onClose()
    },
    describe: (error) => sentenceOf(error, 'L’assistant n’a pas pu être copié. Veuillez réessayer.'),
  })

  return (
    <FormDialog title={`Copier quel assistant\u00a0?`} verb="Copier" pendingLabel="Copie…" form={form} onClose={onClose}>
      {form.errors.chosen && <Banner tone="error">{form.errors.chosen}</Banner>}
      <Select
        label="Assistant du catalogue"
        hint="Ses instructions, ses questions, et celles de ses catégories de documents qui vous sont ouvertes. Ses fichiers ne sont pas copiés."
        options={(data ?? []).map(({ id, name, category, icon }) => ({ id, label: name, detail: category.name, icon: <Icon name={icon} size={18} /> }))}
        value={chosen}
        onChange={setChosen}
        placeholder={isError ? 'Catalogue indisponible' : data ? 'Choisir un assistant' : 'Chargement…'}
        emptyText="Aucun assistant"
      />
    </FormDialog>
  )
}
