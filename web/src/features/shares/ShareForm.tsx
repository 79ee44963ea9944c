import { routes, shareDays, type GivenShare } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef, type FormEvent } from 'react'
import { q } from '../../api/ask.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { DialogActions } from '../../ui/overlays/Dialog.tsx'
import { focusWithin, refusedField } from '../../ui/overlays/focus-within.ts'
import styles from './ShareDialog.module.css'
import { UpTo } from './UpTo.tsx'
import type { ShareForm as Form } from './use-share-form.ts'

interface ShareFormProps {
  form: Form
  conversation_id: string
  /** It is shared already: this makes another one. */
  isOther: boolean
  onShared: (share: GivenShare) => void
  onClose: () => void
}

const durations = shareDays.map((days) => ({ id: String(days), label: `${days}\u00a0jours` }))

/** With whom, up to where, until when. */
export function ShareForm({ form, conversation_id, isOther, onShared, onClose }: ShareFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const announce = useAnnounce()
  const { choice, refusal, set, isSaving } = form
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    const share = await form.share()
    if (share === null) return focusWithin(element.current, refusedField)
    announce('Conversation partagée')
    onShared(share)
  }
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {isOther && <h3>Nouveau partage</h3>}
      {refusal.sentence && <Banner tone="error">{refusal.sentence}</Banner>}
      <Teams form={form} />
      <People form={form} />
      <div className={styles.choices}>
        <UpTo
          conversation_id={conversation_id}
          value={choice.message_id}
          error={refusal.message}
          onChange={(message_id) => set({ message_id })}
          isDisabled={isSaving}
        >
          <Select
            label="Pendant"
            options={durations}
            value={String(choice.days)}
            onChange={(days) => set({ days: shareDays.find((one) => String(one) === days) ?? 30 })}
            isDisabled={isSaving}
          />
        </UpTo>
      </div>
      <DialogActions>
        <Button onPress={onClose} isDisabled={isSaving}>
          Fermer
        </Button>
        <Button type="submit" variant="primary" isPending={isSaving} pendingLabel="Partage…">
          Partager
        </Button>
      </DialogActions>
    </form>
  )
}

/** The services that one may share with; nothing where there is none. */
function Teams({ form: { choice, refusal, set, isSaving } }: { form: Form }) {
  const { data, isError, refetch } = useQuery({ ...q(routes.shares.teams), staleTime: 0 })
  if (isError && !data)
    return (
      <Banner
        tone="warning"
        action={
          <Button size="s" onPress={() => void refetch()}>
            Réessayer
          </Button>
        }
      >
        Vos services n’ont pas pu être chargés.
      </Banner>
    )
  if (!data || data.length === 0) return null
  const change = (id: string, isChosen: boolean) => set({ teams: isChosen ? [...choice.teams, id] : choice.teams.filter((one) => one !== id) })
  return (
    <fieldset className={styles.teams}>
      <legend>Services</legend>
      {refusal.teams && (
        <p role="alert" className={styles.refused}>
          {refusal.teams}
        </p>
      )}
      <div className={styles.boxes}>
        {data.map(({ id, name }) => (
          <Checkbox key={id} isSelected={choice.teams.includes(id)} onChange={(isChosen) => change(id, isChosen)} isDisabled={isSaving}>
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

/** Who is named, one by one: nobody is looked for in a directory. */
function People({ form: { choice, refusal, set, add, isSaving } }: { form: Form }) {
  const place = useRef<HTMLDivElement>(null)
  const remove = (name: string) => {
    set({ people: choice.people.filter((one) => one !== name) })
    focusWithin(place.current, 'input')
  }
  return (
    <div ref={place} className={styles.people}>
      <div
        className={styles.add}
        onKeyDownCapture={(event) => {
          // Enter takes the name; without one, it shares.
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || choice.typed.trim() === '') return
          event.preventDefault()
          add()
        }}
      >
        <TextField
          label="Personnes"
          name="people"
          autoComplete="off"
          spellCheck="false"
          hint="Leur nom d’utilisateur ou leur adresse e-mail, en entier."
          value={choice.typed}
          error={refusal.people}
          onChange={(typed) => set({ typed })}
          isReadOnly={isSaving}
        />
        <Button icon={<Plus aria-hidden />} onPress={add} isDisabled={isSaving || choice.typed.trim() === ''}>
          Ajouter
        </Button>
      </div>
      {choice.people.length > 0 && (
        <ul className={styles.chips} aria-label="Personnes choisies">
          {choice.people.map((name) => (
            <li key={name}>
              <span>{name}</span>
              <IconButton size="s" label={`Ne pas partager avec ${name}`} onPress={() => remove(name)} isDisabled={isSaving}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
