import { routes, type Grant, type GrantKind, type GrantList } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call, useUser } from '../../api/browser.ts'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useUnsaved } from '../drafts/use-unsaved.ts'
import { everyone, isSame, losesManagement, toRequestGrants, grantTexts } from './grant-words.ts'
import { SubjectPicker } from './SubjectPicker.tsx'
import { useSubjectPicker, type GrantSubject } from './use-subject-picker.ts'
import styles from './Grants.module.css'

export interface GrantsDialogProps {
  kind: GrantKind
  id: string
  /** Name of the object whose grants are edited. */
  name: string
  /** Whether the caller manages it for its owner. */
  isManaged?: boolean
  onClose: () => void
  /** Called with a sentence after a save. */
  onDone: (sentence: string) => void
}

/** Loads the grants, then shows their form. */
export function OpenGrants(props: GrantsDialogProps) {
  const { kind, id, name, onClose } = props
  const { data, error, isFetching, refetch } = useQuery({ ...queryFor(routes.grants.get, { params: { kind, id } }), staleTime: 0, gcTime: 0 })
  if (data) return <GrantsForm {...props} held={data} />
  return (
    <Dialog isOpen onClose={onClose} title={titleOf(kind, name)} actions={<Button onPress={onClose}>Fermer</Button>}>
      {error ? (
        <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de lire ces droits.')}</ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={3} label="Chargement des droits…" />
      )}
    </Dialog>
  )
}

const grantTo = ({ kind, id, name }: GrantSubject): Grant => ({ subject: kind, id, name, level: 'use' })

/** Grants to a team or a person, as subjects; none for a grant to everyone. */
const subjectOf = (grant: Grant) => (grant.subject === 'everyone' || grant.id === null ? [] : [{ kind: grant.subject, id: grant.id, name: grant.name, grant }])

const titleOf = (kind: GrantKind, name: string) => `À qui «\u00a0${name}\u00a0» est ouvert${kind === 'document_category' ? 'e' : ''}`

function GrantsForm({ kind, id, name, isManaged, held: initialGrants, onClose, onDone }: GrantsDialogProps & { held: GrantList }) {
  const { id: ownId, is_admin } = useUser()
  const texts = grantTexts(kind, initialGrants.owner, isManaged)
  // Grants as read at opening: a refetch of the list must not undo the choices being made.
  const [baseGrants, setBaseGrants] = useState(initialGrants)
  const [grants, setGrants] = useState<readonly Grant[]>(initialGrants.grants)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const picker = useSubjectPicker({
    chosen: grants,
    onAdd: (subject) => setGrants((previous) => [...previous, grantTo(subject)]),
    isOwner: initialGrants.owner !== null,
  })
  const confirmLeave = useUnsaved(picker.isTyping || JSON.stringify(toRequestGrants(grants)) !== JSON.stringify(toRequestGrants(baseGrants.grants)))
  const close = () => confirmLeave(onClose)
  const isForEveryone = grants.some(({ subject }) => subject === 'everyone')

  async function save() {
    // Busy from the look-up on: a person who closes the dialog meanwhile must not save what they gave up.
    setPending(true)
    const typedPeople = await picker.resolveTyped()
    if (typedPeople === null) return setPending(false)
    setFailure(null)
    try {
      await call(routes.grants.set, {
        params: { kind, id },
        body: { grants: toRequestGrants([...grants, ...typedPeople.map(grantTo)]), expected_version: baseGrants.version },
      })
      onDone(`Les droits sur «\u00a0${name}\u00a0» sont enregistrés.`)
      void invalidate(routes.grants.set)
      onClose()
    } catch (error) {
      // Another person saved first: their grants become the new base, and the user's choices stay on the screen to be sent again.
      const theirs = error instanceof ApiError && error.code === 'request.stale' && (await call(routes.grants.get, { params: { kind, id } }).catch(() => null))
      if (theirs) setBaseGrants(theirs)
      else setFailure(sentenceOf(error, 'Les droits n’ont pas pu être enregistrés. Rien n’a changé\u00a0; veuillez réessayer.'))
      setPending(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title={titleOf(kind, name)}
      isBusy={isPending}
      actions={<FormActions onCancel={close} isPending={isPending} onPress={() => void save()} verb="Enregistrer" />}
    >
      <div className={styles.form}>
        {failure && <Banner tone="error">{failure}</Banner>}
        {baseGrants !== initialGrants && <ConcurrentChangeNotice grants={baseGrants.grants} />}
        {/* A person's own assistant is opened to everyone by publication, not here. */}
        {((is_admin && !(kind === 'assistant' && baseGrants.owner !== null)) || isForEveryone) && (
          <Checkbox
            isSelected={isForEveryone}
            onChange={(isOn) => setGrants(isOn ? [everyone(), ...grants] : grants.filter(({ subject }) => subject !== 'everyone'))}
          >
            Tout le monde
          </Checkbox>
        )}
        <SubjectPicker
          picker={picker}
          chosen={grants.flatMap(subjectOf)}
          onRemove={({ id: removedId }) => setGrants(grants.filter((grant) => grant.id !== removedId))}
          renderBeside={({ grant }) => (
            <Level grant={grant} levels={texts.levels} onLevel={(level) => setGrants(grants.map((one) => (isSame(one, grant) ? { ...one, level } : one)))} />
          )}
          isDisabled={isPending}
        />
        {grants.length > 0 && losesManagement(ownId, baseGrants.grants, grants) && <ManagerLossWarning />}
        <p className={styles.note}>{grants.length === 0 ? texts.noAccessText : texts.note}</p>
      </div>
    </Dialog>
  )
}

const ManagerLossWarning = () => <Banner tone="warning">Une fois enregistré, vous ne serez plus responsable de ce projet à votre nom.</Banner>

/** Notice of the grants that another person has saved meanwhile. */
function ConcurrentChangeNotice({ grants }: { grants: readonly Grant[] }) {
  return (
    <Banner tone="error">
      Quelqu’un d’autre vient d’enregistrer ces droits, ouverts maintenant à&nbsp;: {grants.map(({ name }) => name).join(', ') || 'personne'}. Rien n’a été
      remplacé. «&nbsp;Enregistrer&nbsp;» met à leur place ce qui est ci-dessous.
    </Banner>
  )
}

interface LevelProps {
  grant: Grant
  levels: readonly { id: Grant['level']; label: string }[]
  onLevel: (level: Grant['level']) => void
}

function Level({ grant: { name, level }, levels, onLevel }: LevelProps) {
  return levels.length > 1 ? (
    <Select label={`Droit de ${name}`} isLabelHidden options={levels} value={level} onChange={(next) => onLevel(next as Grant['level'])} />
  ) : (
    <span className={styles.quiet}>{levels[0]!.label}</span>
  )
}
