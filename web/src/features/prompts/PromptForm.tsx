import type { Prompt } from '@parvis/contract'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Prompts.module.css'
import { promptErrorSentence } from './prompt-errors.ts'
import { refusalOf } from './prompt-list.ts'
import { usePromptChanges } from './use-prompts.ts'

export interface PromptFormProps {
  /** null writes a new one. */
  prompt: Prompt | null
  onCancel: () => void
  onSaved: (prompt: Prompt, isNew: boolean) => void
}

/** Writes a prompt. A failure keeps what was typed. */
export function PromptForm({ prompt, onCancel, onSaved }: PromptFormProps) {
  const [values, setValues] = useState({ name: prompt?.name ?? '', content: prompt?.content ?? '' })
  const [failure, setFailure] = useState<{ sentence: string; fields: Record<string, string> } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { save } = usePromptChanges()

  function refuse(sentence: string, fields: Record<string, string>) {
    setFailure({ sentence, fields })
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    const refusal = refusalOf(values)
    if (refusal)
      return refuse(
        refusal,
        Object.fromEntries(
          Object.entries(values)
            .filter(([, value]) => value.trim() === '')
            .map(([name]) => [name, 'Ce champ est obligatoire']),
        ),
      )
    setFailure(null)
    try {
      onSaved(await save.mutateAsync({ ...values, ...(prompt && { id: prompt.id }) }), prompt === null)
    } catch (error) {
      refuse(promptErrorSentence(error, 'save'), error instanceof ApiError ? error.fields : {})
    }
  }

  return (
    <form ref={form} className={styles.detail} noValidate onSubmit={(event) => void submit(event)} aria-labelledby="titre-prompt">
      <h2 id="titre-prompt" className={styles.title}>
        {prompt ? 'Modifier le prompt' : 'Nouveau prompt'}
      </h2>
      {failure && (
        <Banner tone="error" onDismiss={() => setFailure(null)}>
          {failure.sentence}
        </Banner>
      )}
      <TextField
        label="Nom"
        name="name"
        isRequired
        autoFocus
        isReadOnly={save.isPending}
        error={failure?.fields.name}
        value={values.name}
        onChange={(name) => setValues({ ...values, name })}
      />
      <TextArea
        label="Contenu"
        name="content"
        isRequired
        rows={14}
        isReadOnly={save.isPending}
        error={failure?.fields.content}
        hint={`Les consignes données au modèle\u00a0: son rôle, ce qu’il doit faire, ce qu’il doit éviter.`}
        value={values.content}
        onChange={(content) => setValues({ ...values, content })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={save.isPending} pendingLabel="Enregistrement…">
          Enregistrer
        </Button>
        <Button onPress={onCancel} isDisabled={save.isPending}>
          Annuler
        </Button>
      </div>
    </form>
  )
}
