import { limits, routes, type OwnAssistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { FormDialog } from '../../../layout/drafts/FormDialog.tsx'
import { useSubmission } from '../../../layout/drafts/use-submission.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { plural } from '../../../ui/words/formats.ts'
import styles from '../form/AssistantForm.module.css'

interface ProposeDialogProps {
  assistant: OwnAssistant
  onClose: () => void
  onDone: (sentence: string) => void
}

const everyone = 'tous'

/** Dialog that proposes an assistant for publication, to everybody or to a team. */
export function ProposeDialog({ assistant, onClose, onDone }: ProposeDialogProps) {
  const { id, name, shared_with, suspended_at, file_count } = assistant
  const { data: teams = [] } = useQuery(queryFor(routes.teams.list))
  const [to, setTo] = useState(everyone)
  const [note, setNote] = useState('')
  // Teams that already have the assistant are left out, unless its suspension closed it to them.
  const free = teams.filter((team) => suspended_at !== null || !shared_with.teams.some((one) => one.id === team.id))

  const form = useSubmission<never, unknown>({
    send: () => call(routes.ownAssistants.propose, { params: { id }, body: { team_id: to === everyone ? null : to, note } }),
    onDone() {
      const left = file_count > 0 && to === everyone ? ' S’il est publié, ses fichiers ne le suivront pas\u00a0: ils resteront vos documents.' : ''
      onDone(`«\u00a0${name}\u00a0» est proposé. Vous lirez ici ce qui aura été décidé.${left}`)
      onClose()
    },
    describe: (error) => sentenceOf(error, 'L’assistant n’a pas pu être proposé. Rien n’a changé\u00a0; veuillez réessayer.'),
  })

  return (
    <FormDialog
      title={`Proposer «\u00a0${name}\u00a0» à qui\u00a0?`}
      verb="Proposer"
      pendingLabel="Envoi…"
      form={form}
      isChanged={note.trim() !== ''}
      onClose={onClose}
    >
      <Select
        label="À qui"
        options={[{ id: everyone, label: 'Tout le monde' }, ...free.map((team) => ({ id: team.id, label: team.name }))]}
        value={to}
        onChange={setTo}
      />
      <p className={styles.quiet}>
        {to === everyone
          ? 'Un administrateur le lira. S’il le publie, l’assistant devient celui de l’organisation, avec ses anciennes versions\u00a0: vous l’utiliserez toujours, et seuls les administrateurs le modifieront.'
          : 'Un responsable du service, ou un administrateur, le lira. S’il le publie, ses membres l’utiliseront, et il restera à vous.'}
      </p>
      {file_count > 0 && (
        <Banner tone="info">
          {to === everyone
            ? `Ses fichiers (${file_count}) ne le suivront pas\u00a0: publié à tous, il ne les interrogera plus, et ils resteront vos documents.`
            : `Il a ${plural(file_count, 'fichier')} à vous. Les personnes à qui cet assistant est ouvert verront les passages cités de ces fichiers, et pourront les ouvrir depuis une réponse.`}
        </Banner>
      )}
      <TextArea label="Un mot pour qui le lira" hint="À quoi il sert, qui l’a essayé." rows={3} value={note} onChange={setNote} maxLength={limits.reason} />
    </FormDialog>
  )
}
