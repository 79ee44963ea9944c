import { routes } from '@parvis/contract'
import { useState } from 'react'
import { call } from '../../../api/browser.ts'
import { invalidate } from '../../../api/queries.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { useSubmission } from '../../../layout/drafts/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import styles from './AssistantTests.module.css'

interface GateFormProps {
  id: string
  saved: number | null
  onDone: (sentence: string) => void
}

/** Form of what the tests must give before the assistant changes or is published without a written reason. */
export function GateForm({ id, saved, onDone }: GateFormProps) {
  const [text, setText] = useState(saved === null ? '' : String(saved))
  const min_passed = text.trim() === '' ? null : Number(text)
  const form = useSubmission<'min_passed', { min_passed: number | null }>({
    check: () => (min_passed !== null && !(Number.isInteger(min_passed) && min_passed >= 1 && min_passed <= 100) ? { min_passed: 'Entre 1 et 100' } : {}),
    send: () => call(routes.assistantTestCases.gate, { params: { id }, body: { min_passed } }),
    onDone(answer) {
      void invalidate(routes.assistantTestCases.gate)
      onDone(
        answer.min_passed === null
          ? 'Les contrôles ne sont plus demandés avant de changer cet assistant.'
          : `Changer ou publier cet assistant demande maintenant ${answer.min_passed}\u202f% de réussites sans régression, ou un motif écrit.`,
      )
    },
    describe: (error) => sentenceOf(error, 'Le réglage n’a pas pu être enregistré. Veuillez réessayer.'),
  })
  return (
    <section aria-labelledby="seuil" className={styles.results}>
      <h2 id="seuil">Avant de changer ou de publier</h2>
      <form {...form.formProps} className={styles.gate}>
        {form.failure && <Banner tone="error">{form.failure}</Banner>}
        <TextField
          label="Réussites demandées (%)"
          hint="Sans aucune régression. En dessous, un motif écrit est demandé et va au journal d’audit. Vide&nbsp;: rien n’est demandé."
          inputMode="numeric"
          value={text}
          onChange={setText}
          error={form.errors.min_passed}
        />
        <div>
          <Button type="submit" isPending={form.isPending} pendingLabel="Enregistrement…">
            Enregistrer ce réglage
          </Button>
        </div>
      </form>
    </section>
  )
}
