import { routes, type Conversation } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './MySpace.module.css'
import { putInProject } from './set-projects.ts'

interface ProjectDialogProps {
  conversations: readonly Pick<Conversation, 'id' | 'project_id'>[]
  onClose: () => void
  /** Called once the conversations are in the project. */
  onDone: () => void
}

const noProject = 'aucun'

/** Dialog that moves conversations to a project, or out of theirs. Mounted only while it is open. */
export function ProjectDialog({ conversations, onClose, onDone }: ProjectDialogProps) {
  const list = useQuery({ ...queryFor(routes.projects.list), staleTime: 0 })
  const announce = useAnnounce()
  const [chosen, setChosen] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const projects = list.data?.filter(({ status }) => status === 'valid')
  const options = (projects ?? []).map(({ id, name, owner }) => ({ id, label: name, ...(owner !== null && { detail: `Partagé par ${owner}` }) }))
  const canLeave = conversations.some(({ project_id }) => project_id !== null)
  const isEmpty = projects?.length === 0 && !canLeave

  async function put() {
    const project = chosen === noProject ? null : projects?.find(({ id }) => id === chosen)
    if (project === undefined) return setFailure('Choisissez un projet.')
    setPending(true)
    setFailure(null)
    try {
      announce(await putInProject(conversations, project))
      onClose()
      onDone()
    } catch (error) {
      setFailure(`Rien n’a changé. ${sentenceOf(error, error instanceof Error ? error.message : 'Veuillez réessayer.')}`)
      setPending(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        conversations.length === 1
          ? 'Mettre la conversation dans quel projet\u00a0?'
          : `Mettre ${plural(conversations.length, 'conversation')} dans quel projet\u00a0?`
      }
      size="s"
      isBusy={isPending}
      actions={
        <FormActions
          onCancel={onClose}
          isPending={isPending}
          isDisabled={isEmpty || !projects}
          onPress={() => void put()}
          verb={chosen === noProject ? 'Retirer du projet' : 'Mettre dans le projet'}
        />
      }
    >
      <div className={styles.form}>
        {failure && <Banner tone="error">{failure}</Banner>}
        {list.isError && !list.data ? (
          <ErrorMessage query={list}>Vos projets n’ont pas pu être chargés.</ErrorMessage>
        ) : isEmpty ? (
          <p>
            Vous n’avez pas de projet valide. <Link to={paths.projects}>Créez-en un</Link>, puis revenez ici.
          </p>
        ) : (
          <Select
            label="Projet"
            hint="Leurs prochaines réponses tiendront compte de son contenu et de ses fichiers."
            options={canLeave ? [...options, { id: noProject, label: 'Aucun projet', detail: 'Les retirer de leur projet' }] : options}
            value={chosen}
            onChange={(id) => {
              setChosen(id)
              setFailure(null)
            }}
            placeholder={projects ? 'Choisir un projet' : 'Chargement…'}
            isDisabled={!projects}
          />
        )}
      </div>
    </Dialog>
  )
}
