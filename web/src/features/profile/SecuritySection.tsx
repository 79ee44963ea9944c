import { routes, type AccountChange, type ChangeAuthor, type Security } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call, useUser } from '../../api/browser.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { focusWithin } from '../../ui/overlays/focus-within.ts'
import { formatDateTime } from '../../ui/words/formats.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Identities } from './Identities.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Passkeys } from './Passkeys.tsx'
import styles from './Profile.module.css'
import { SecondFactor } from './SecondFactor.tsx'

const ApiKeys = onDemand(async () => (await import('./keys/ApiKeys.tsx')).ApiKeys)

/** Number of sessions shown at first, the most recently used ones. */
const shownSessions = 5

/** Password, second factors, identities, API keys, open sessions, and recent changes of the account. */
export function SecuritySection() {
  const user = useUser()
  const { data, isError, isFetching, refetch } = useQuery(queryFor(routes.profile.security))
  return (
    <div className={styles.security}>
      {user.has_password ? (
        <PasswordForm />
      ) : (
        <p>Votre compte se connecte par un fournisseur d’identité&nbsp;: il n’a pas de mot de passe ici, et n’en a pas besoin.</p>
      )}
      {data ? (
        <>
          {user.has_password && (
            <>
              <SecondFactor codeAt={data.code_at} factors={factorsOf(data)} />
              <Passkeys passkeys={data.passkeys} factors={factorsOf(data)} device={data.sessions.find(({ is_current }) => is_current)?.device ?? ''} />
            </>
          )}
          <Identities identities={data.identities} held={factorsOf(data)} />
          <ApiKeys mayCreate={data.may_create_keys} factors={factorsOf(data)} />
          <Sessions sessions={data.sessions} hasPassword={user.has_password} />
          <Changes changes={data.changes} />
        </>
      ) : isError ? (
        <ErrorMessage query={{ refetch, isFetching }}>Vos sessions n’ont pas pu être lues.</ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={2} label="Lecture de vos sessions…" />
      )}
    </div>
  )
}

const factorsOf = ({ code_at, passkeys }: Security) => ({ hasCodes: code_at !== null, hasKey: passkeys.some(({ is_usable }) => is_usable) })

function Sessions({ sessions, hasPassword }: { sessions: Security['sessions']; hasPassword: boolean }) {
  const section = useRef<HTMLElement>(null)
  const close = useMutation({
    mutationFn: (id: string | null) => (id === null ? call(routes.profile.closeOtherSessions) : call(routes.profile.closeSession, { params: { id } })),
    // The pressed button disappears with its session.
    onSuccess: () => focusWithin(section.current, 'h3'),
    // Refreshed after a failure too: the session may have been closed meanwhile.
    onSettled: () => invalidate(routes.profile.closeSession),
  })
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? sessions : sessions.slice(0, shownSessions)
  const others = sessions.filter(({ is_current }) => !is_current)
  return (
    <section ref={section} aria-labelledby="sessions" className={styles.block}>
      <h3 id="sessions" tabIndex={-1}>
        Sessions ouvertes
      </h3>
      <p className={styles.note}>
        Les appareils où votre compte est ouvert. Fermez ceux que vous ne reconnaissez pas
        {hasPassword ? ', puis changez de mot de passe.' : ', et prévenez votre administrateur.'}
      </p>
      {close.isSuccess && <Banner tone="success">{close.data.message}.</Banner>}
      {close.isError && <Banner tone="error">{sentenceOf(close.error, 'La session n’a pas pu être fermée. Veuillez réessayer.')}</Banner>}
      <ul className={styles.sessions}>
        {shown.map(({ id, device, place, provider, last_used_at, is_current }) => {
          const name = device || 'Appareil inconnu'
          return (
            <li key={id}>
              <span className={styles.device}>
                <span className={styles.nameLine}>
                  {name}
                  {is_current && <Badge tone="primary">Cette session</Badge>}
                </span>
                <span className={styles.note}>
                  Vue le <time dateTime={last_used_at}>{formatDateTime(last_used_at)}</time>
                  {place && `, depuis ${place}`}
                  {provider && `, ouverte par ${provider}`}
                </span>
              </span>
              {!is_current && (
                <Button
                  size="s"
                  aria-label={`Fermer la session «\u00a0${name}\u00a0», vue le ${formatDateTime(last_used_at)}`}
                  onPress={() => close.mutate(id)}
                  isPending={close.isPending && close.variables === id}
                  isDisabled={close.isPending && close.variables !== id}
                >
                  Fermer
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > shownSessions && (
        <div>
          <Button variant="quiet" aria-expanded={isExpanded} onPress={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'Afficher les dernières seulement' : `Afficher les ${sessions.length} sessions`}
          </Button>
        </div>
      )}
      {others.length > 0 && (
        <div>
          <Button onPress={() => close.mutate(null)} isPending={close.isPending && close.variables === null} pendingLabel="Fermeture…">
            Fermer toutes les autres sessions
          </Button>
        </div>
      )}
    </section>
  )
}

const changeLabels: Record<AccountChange, string> = {
  password: 'Mot de passe changé',
  email: 'Adresse électronique changée',
  identity: 'Fournisseur d’identité ajouté',
  identity_removed: 'Fournisseur d’identité retiré',
  second_factor: 'Double authentification activée ou retirée',
  passkey: 'Clé d’accès ajoutée ou retirée',
}
const authorLabels: Record<ChangeAuthor, string> = {
  self: 'par vous',
  link: 'avec un lien reçu par courriel',
  administrator: 'par un administrateur',
  operator: 'par la personne qui exploite le service',
}

function Changes({ changes }: { changes: Security['changes'] }) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes" className={styles.block}>
      <h3 id="changes">Changements du compte</h3>
      <ul className={styles.changes}>
        {changes.map(({ id, at, change, author }) => (
          <li key={id}>
            <time dateTime={at}>{formatDateTime(at)}</time>&nbsp;: {changeLabels[change]} {authorLabels[author]}
          </li>
        ))}
      </ul>
    </section>
  )
}
