import { findBlankTexts, reviewSentence, routes, textReviewRules, type ReviewedText, type TextReview } from '@parvis/contract'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { CircleCheck, FilePenLine } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { invalidate, queryClient, queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { formatLongDate } from '../../ui/words/formats.ts'
import { ReadOnlyFields } from '../drafts/FormDialog.tsx'
import { useSubmission } from '../drafts/use-submission.ts'
import styles from './Reviews.module.css'

/** Text that a dialog of reviews is about. */
type ReviewTarget = { message_id: string } | { written_document_id: string }

export interface ReviewsDialogProps {
  target: ReviewTarget
  onClose: () => void
  /** Called with the reviews of the text after each change. */
  onChanged?: (reviews: TextReview[]) => void
}

/** Dialog of the reviews of a text: those that it has, and the declaration that one has read it. Mounted only while it is open. */
export const OpenReviews = (props: ReviewsDialogProps) => (
  <QueryClientProvider client={queryClient}>
    <Reviews {...props} />
  </QueryClientProvider>
)

function Reviews({ target, onClose, onChanged }: ReviewsDialogProps) {
  const query = useQuery({ ...queryFor(routes.textReviews.list, { query: target }), staleTime: 0 })
  const { data, error, isFetching, refetch } = query
  const [text] = data?.texts ?? []
  const [capacity, setCapacity] = useState('')
  const announce = useAnnounce()

  async function update(sentence: string) {
    announce(sentence)
    const { data: after } = await refetch()
    onChanged?.(after?.texts[0]?.reviews ?? [])
    await invalidate(routes.textReviews.create)
  }
  const form = useSubmission<'capacity', TextReview>({
    check: () => findBlankTexts({ capacity }, textReviewRules),
    // A text changed since is refused until the dialog is opened again, on what the person then reads.
    send: () => call(routes.textReviews.create, { body: { ...target, capacity, digest: text!.digest } }),
    onDone: () => void update('Relecture enregistrée').then(onClose),
    describe: (failure) => sentenceOf(failure, 'La relecture n’a pas pu être enregistrée. Veuillez réessayer.'),
  })

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Avez-vous relu ce texte&nbsp;?"
      isBusy={form.isPending}
      actions={
        text ? (
          <FormActions onCancel={onClose} cancelLabel="Fermer" isPending={form.isPending} form={form.formProps.id} verb="Marquer comme relu" />
        ) : (
          <Button onPress={onClose}>Fermer</Button>
        )
      }
    >
      <form className={styles.form} {...form.formProps}>
        {form.failure && <Banner tone="error">{form.failure}</Banner>}
        {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Les relectures n’ont pas pu être chargées.')}</ErrorMessage>}
        {!data && !error && <Skeleton shape="lines" count={4} label="Chargement des relectures…" />}
        {text && (
          <>
            <ReviewList text={text} onRemoved={() => void update('Relecture retirée')} />
            <p>
              Vous déclarez l’avoir lu en entier, tel qu’il est maintenant. Vos exports le diront, avec votre nom. Cela prouve une lecture, pas la qualité du
              texte&nbsp;; s’il change, la marque dira «&nbsp;modifié depuis la relecture&nbsp;».
            </p>
            <ReadOnlyFields isReadOnly={form.isPending}>
              <TextField
                label="Au titre de"
                name="capacity"
                isRequired
                hint="Par exemple&nbsp;: la direction générale, le secrétariat de mairie."
                value={capacity}
                onChange={setCapacity}
                maxLength={textReviewRules.capacity.max}
                error={form.errors.capacity}
              />
            </ReadOnlyFields>
            <p className={styles.digest}>
              Empreinte SHA-256 du texte&nbsp;: <code>{text.digest}</code>
            </p>
          </>
        )}
      </form>
    </Dialog>
  )
}

/** Reviews of a text; the person withdraws their own. */
function ReviewList({ text: { reviews }, onRemoved }: { text: ReviewedText; onRemoved: () => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  async function remove(id: string) {
    setFailure(null)
    try {
      await call(routes.textReviews.remove, { params: { id } })
      onRemoved()
    } catch (error) {
      setFailure(sentenceOf(error, 'La relecture n’a pas pu être retirée. Veuillez réessayer.'))
    }
  }
  if (reviews.length === 0) return null
  return (
    <section aria-label="Relectures">
      {failure && <Banner tone="error">{failure}</Banner>}
      <ul className={styles.list}>
        {reviews.map((review) => (
          <li key={review.id}>
            <span>{reviewSentence(review, formatLongDate)}</span>
            {review.is_own && (
              <Button size="s" onPress={() => void remove(review.id)} aria-label={`Retirer la relecture du ${formatLongDate(review.reviewed_at)}`}>
                Retirer
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AnswerReviewsProps {
  message: { id: string | null; reviews?: readonly TextReview[] | undefined }
  /** Whether the dialog is open. */
  isOpen: boolean
  onClose: () => void
  onChanged: (reviews: TextReview[]) => void
}

/** « Relu par … », or « Modifié depuis la relecture de … », under an answer, and the dialog of its reviews. */
export const AnswerReviews = ({ message: { id, reviews = [] }, isOpen, ...dialog }: AnswerReviewsProps) => (
  <>
    {reviews.length > 0 && (
      <ul className={styles.lines}>
        {reviews.map((review) => (
          <li key={review.id}>
            {review.is_current ? <CircleCheck aria-hidden /> : <FilePenLine aria-hidden />}
            {reviewSentence(review, formatLongDate)}
          </li>
        ))}
      </ul>
    )}
    {isOpen && id !== null && <OpenReviews target={{ message_id: id }} {...dialog} />}
  </>
)
