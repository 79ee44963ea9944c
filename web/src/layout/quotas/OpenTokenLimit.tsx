import { routes, type TokenLimit } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import { renewalDay, parseTokens } from './limit-words.ts'
import styles from './Quotas.module.css'

/** Person or team that the limit applies to. */
type LimitSubject = { kind: 'user' | 'team'; id: string; name: string }

export interface TokenLimitDialogProps {
  subject: LimitSubject
  onClose: () => void
  /** Called with a sentence after a save. */
  onDone: (sentence: string) => void
}

/** Dialog that shows and changes the monthly token limit of a person or a team. An empty field removes the limit. */
export function OpenTokenLimit({ subject, onClose, onDone }: TokenLimitDialogProps) {
  const form = useId()
  const [isPending, setPending] = useState(false)
  const params = { id: subject.id }
  const { data, error, isFetching, refetch } = useQuery({
    ...(subject.kind === 'user' ? queryFor(routes.quotas.ofUser, { params }) : queryFor(routes.quotas.ofTeam, { params })),
    staleTime: 0,
    // The form is initialised with the answer: a cached one may be older than a colleague's change.
    gcTime: 0,
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Limite de jetons de «\u00a0${subject.name}\u00a0»`}
      size="s"
      isBusy={isPending}
      actions={<FormActions onCancel={onClose} isPending={isPending} form={form} isDisabled={data === undefined} verb="Enregistrer" />}
    >
      {data ? (
        <LimitForm {...{ form, subject, isPending, setPending, onClose, onDone }} limit={data} />
      ) : error ? (
        <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'La limite n’a pas pu être lue.')}</ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={2} label="Lecture de la limite…" />
      )}
    </Dialog>
  )
}

const kinds = [
  { id: 'each', label: 'À chacun' },
  { id: 'common', label: 'En commun' },
] as const

const kindHints = {
  each: 'Chaque membre peut consommer autant par mois.',
  common: 'Tous les membres ensemble puisent dans ce nombre.',
} as const satisfies Record<TokenLimit['kind'], string>

interface LimitFormProps extends TokenLimitDialogProps {
  form: string
  limit: TokenLimit
  isPending: boolean
  setPending: (isPending: boolean) => void
}

function LimitForm({ form, subject, limit, isPending, setPending, onClose, onDone }: LimitFormProps) {
  const [text, setText] = useState(limit.tokens === null ? '' : formatNumber(limit.tokens))
  const [kind, setKind] = useState(limit.kind)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { name, kind: subjectKind } = subject

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const tokens = parseTokens(text)
    if (tokens === undefined) return setFieldError('Écrivez un nombre entier de jetons, 1\u00a0000 milliards au plus.')
    setPending(true)
    setFieldError(null)
    setFailure(null)
    try {
      const params = { id: subject.id }
      if (subjectKind === 'user') await call(routes.quotas.setUser, { params, body: { tokens } })
      else await call(routes.quotas.setTeam, { params, body: { tokens, kind } })
      await invalidate(subjectKind === 'user' ? routes.quotas.setUser : routes.quotas.setTeam)
      onDone(
        tokens === null
          ? `Aucune limite n’est fixée pour «\u00a0${name}\u00a0».`
          : `La limite de «\u00a0${name}\u00a0» est de ${plural(tokens, 'jeton')} par mois.`,
      )
      onClose()
    } catch (error) {
      setFailure(sentenceOf(error, 'La limite n’a pas pu être enregistrée. Veuillez réessayer.'))
      setPending(false)
    }
  }

  const noLimitText =
    subjectKind === 'team' ? 'aucune limite pour ce service' : limit.usual === null ? 'aucune limite' : `la limite de chacun, ${formatNumber(limit.usual)}`
  return (
    <form id={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>
        {subjectKind === 'user' ? 'Consommés' : 'Consommés au nom de ce service'} ce mois-ci&nbsp;: {plural(limit.used, 'jeton')}. Le mois suivant commence le{' '}
        {renewalDay(limit.renews_at)}.
      </p>
      {failure && <Banner tone="error">{failure}</Banner>}
      <TextField
        label="Jetons par mois"
        hint={`Laissé vide\u00a0: ${noLimitText}. ${subjectKind === 'user' ? 'Si un de ses services en laisse davantage, c’est celui-là qui compte.' : ''}`}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={text}
        onChange={setText}
        error={fieldError}
      />
      {subjectKind === 'team' && (
        <div className={styles.kind}>
          <Segments label="La limite s’applique" options={kinds} value={kind} onChange={setKind} />
          <p className={styles.note}>{kindHints[kind]}</p>
        </div>
      )}
    </form>
  )
}
