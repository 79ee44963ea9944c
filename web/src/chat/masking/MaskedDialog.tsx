import { routes, type ConversationMasking, type LabelledValue, type MaskedData } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call } from '../../api/browser.ts'
import { queryClient, queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { Disclosure } from '../../ui/content/Accordion.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { focusWithin } from '../../ui/overlays/focus-within.ts'
import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './Masking.module.css'
import { byKind, kindTitle, quotedValue, withMask, withoutMask } from './masking-words.ts'
import { PassageField } from './PassageField.tsx'

interface MaskedDialogProps {
  conversationId: string
  /** Data masked in the message. */
  masked: readonly MaskedData[]
  /** Text of the message. */
  text: string
  /** Passage chosen in the message before opening; empty: none. */
  passage: string
  onClose: () => void
}

type Lists = Pick<ConversationMasking, 'keep' | 'add'>

/** Dialog that lists what a model did not receive of a message, and corrects it for the rest of the conversation. */
export function MaskedDialog({ conversationId, masked, text, passage, onClose }: MaskedDialogProps) {
  const { data, isSaving, failure, save, ...query } = useMasking(conversationId)
  const body = useRef<HTMLDivElement>(null)
  const change = async (lists: Lists, done: string) => {
    if (await save(lists, done)) focusWithin(body.current, 'h3')
  }
  return (
    <Dialog isOpen onClose={onClose} isBusy={isSaving} title="Données masquées pour le modèle" isDismissable>
      <p>
        Le modèle reçoit une étiquette à la place de chacune, et sa réponse vous revient avec les vraies valeurs. C’est une pseudonymisation, pas une
        anonymisation&nbsp;: <Link to={paths.privacy}>ce que cela veut dire</Link>.
      </p>
      {query.isError && data === undefined ? (
        <ErrorMessage query={query}>{sentenceOf(query.error, 'Les données masquées n’ont pas pu être chargées.')}</ErrorMessage>
      ) : data === undefined ? (
        <Skeleton shape="lines" count={5} label="Chargement des données masquées…" />
      ) : (
        <div ref={body} className={styles.dialog}>
          <ModeBanner masking={data} />
          {failure !== null && (
            // The press may have been far from it.
            <div ref={(banner) => banner?.scrollIntoView({ block: 'nearest' })}>
              <Banner tone="error">{failure}</Banner>
            </div>
          )}
          <OfMessage
            masked={masked}
            text={text}
            masking={data}
            isSaving={isSaving}
            onUnmask={(value) => void change(withoutMask(data, value), `${quotedValue(value.value)} ne sera plus masqué`)}
          />
          <Unmasked
            values={data.keep}
            isSaving={isSaving}
            onMask={(value) => void change(withoutKeep(data, value), `${quotedValue(value)} sera de nouveau masqué`)}
          />
          <PassageField
            // A passage that is masked leaves the field.
            key={data.add.length}
            passage={data.add.includes(passage) ? '' : passage}
            isSaving={isSaving}
            onMask={(chosen) => void change(withMask(data, [chosen]), `${quotedValue(chosen)} sera masqué`)}
          />
        </div>
      )}
    </Dialog>
  )
}

const withoutKeep = ({ keep, add }: Lists, value: string): Lists => ({ add, keep: keep.filter((one) => one !== value) })

/** Masking of a conversation, and its changes. `save` resolves to whether they were saved. */
function useMasking(id: string) {
  const announce = useAnnounce()
  const options = queryFor(routes.masking.get, { params: { id } })
  const query = useQuery({ ...options, staleTime: 0 })
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function save(body: Lists, done: string): Promise<boolean> {
    setSaving(true)
    setFailure(null)
    try {
      queryClient.setQueryData(options.queryKey, await call(routes.masking.update, { params: { id }, body }))
      announce(done)
      return true
    } catch (error) {
      setFailure(`Rien n’a changé. ${sentenceOf(error, 'Veuillez réessayer.')}`)
      return false
    } finally {
      setSaving(false)
    }
  }
  return { ...query, isSaving, failure, save }
}

/** Says what masks the next question where it differs from what the list suggests: nothing, only what was chosen, or everything whatever is set. */
function ModeBanner({ masking: { mode, is_forced } }: { masking: ConversationMasking }) {
  if (mode === 'non') return <Banner tone="info">Le masquage ne s’applique plus à cette conversation&nbsp;: sa prochaine question partira telle quelle.</Banner>
  if (mode === 'prevenir')
    return <Banner tone="info">Cette conversation vous prévient avant chaque envoi, et ne masque que ce que vous choisissez de masquer.</Banner>
  if (is_forced) return <Banner tone="info">Le masquage est imposé ici par le niveau du modèle. Vous pouvez corriger cette liste, pas le désactiver.</Banner>
  return null
}

interface ValuesProps {
  isSaving: boolean
  onUnmask: (value: LabelledValue) => void
}

/** Data of the message, by kind, then those of the rest of the conversation. */
function OfMessage({ masked, text, masking, ...actions }: ValuesProps & Pick<MaskedDialogProps, 'masked' | 'text'> & { masking: ConversationMasking }) {
  const labels = new Set(masked.map(({ label }) => label))
  // A passage that the person added is in the text, and was not masked in it.
  const isOwn = ({ label, value }: LabelledValue) => labels.has(label) || text.includes(value)
  const own = masking.values.filter(isOwn)
  const others = masking.values.filter((value) => !isOwn(value))
  const missingCount = masked.filter(({ label }) => !own.some((value) => value.label === label)).length
  return (
    <>
      <section className={styles.section}>
        <h3 tabIndex={-1}>Dans ce message</h3>
        {own.length > 0 && <Values values={own} {...actions} />}
        {masked.length + own.length === 0 && <p className={styles.quiet}>Rien n’y a été masqué.</p>}
        {missingCount > 0 && (
          <p className={styles.quiet}>
            {missingCount === 1
              ? 'Une donnée de ce message était masquée et ne l’est plus pour la suite.'
              : `${missingCount} données de ce message étaient masquées et ne le sont plus pour la suite.`}
          </p>
        )}
      </section>
      {others.length > 0 && (
        <Disclosure title={`${plural(others.length, 'autre donnée masquée', 'autres données masquées')} dans la conversation`}>
          <Values values={others} {...actions} />
        </Disclosure>
      )}
    </>
  )
}

function Values({ values, isSaving, onUnmask }: ValuesProps & { values: readonly LabelledValue[] }) {
  const id = useId()
  return (
    <div className={styles.kinds}>
      {byKind(values).map(({ kind, data }) => (
        <div key={kind}>
          <h4 id={`${id}-${kind}`} className={styles.quiet}>
            {kindTitle(kind)}
          </h4>
          <ul className={styles.values} aria-labelledby={`${id}-${kind}`}>
            {data.map((one) => (
              <li key={one.label}>
                <span className={styles.value}>
                  {one.value} <small>{one.label}</small>
                </span>
                <TextButton isDisabled={isSaving} aria-label={`Ne pas masquer ${quotedValue(one.value)}`} onPress={() => onUnmask(one)}>
                  Ne pas masquer
                </TextButton>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Values that the person chose not to mask. */
function Unmasked({ values, isSaving, onMask }: { values: readonly string[]; isSaving: boolean; onMask: (value: string) => void }) {
  const id = useId()
  if (values.length === 0) return null
  return (
    <section className={styles.section}>
      <h3 id={id} tabIndex={-1}>
        Laissé tel quel au modèle
      </h3>
      <ul className={styles.values} aria-labelledby={id}>
        {values.map((value) => (
          <li key={value}>
            <span className={styles.value}>{value}</span>
            <TextButton isDisabled={isSaving} aria-label={`Masquer de nouveau ${quotedValue(value)}`} onPress={() => onMask(value)}>
              Masquer de nouveau
            </TextButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
