import { routes, type Project } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { HandOverDialog } from '../../layout/grants/HandOverDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

interface GiveProjectDialogProps {
  project: Project
  onClose: () => void
  onDone: (sentence: string) => void
}

/** « Confier à… »: hands a project over to one of its managers, suggested in the dialog, or to somebody else. */
export function GiveProjectDialog({ project: { id, name }, onClose, onDone }: GiveProjectDialogProps) {
  const { data, isPending } = useQuery({ ...queryFor(routes.grants.get, { params: { kind: 'project', id } }), staleTime: 0, gcTime: 0 })
  const title = `Confier «\u00a0${name}\u00a0» à qui\u00a0?`
  if (isPending)
    return (
      <Dialog isOpen onClose={onClose} title={title} size="s" actions={<Button onPress={onClose}>Annuler</Button>}>
        <Skeleton shape="rows" count={2} label="Lecture de ses responsables…" />
      </Dialog>
    )
  // If the managers cannot be loaded, the name must be typed.
  const managers = (data?.grants ?? []).flatMap((grant) => (grant.subject === 'user' && grant.level === 'manage' ? [{ id: grant.id!, name: grant.name }] : []))
  return (
    <HandOverDialog
      texts={{
        title,
        verb: 'Confier',
        pending: 'Un instant…',
        failure: 'Le projet n’a pas pu être confié. Rien n’a changé\u00a0; veuillez réessayer.',
      }}
      introduction="Le projet et ses fichiers seront à cette personne, qui seule pourra le supprimer. Vous en serez responsable, et vos conversations restent à vous. Vous en recevez tous deux un courriel."
      people={managers}
      handOver={async (to) => {
        const answer = await call(routes.projectHandOver.give, { params: { id }, body: to })
        void invalidate(routes.projectHandOver.give)
        return answer
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
