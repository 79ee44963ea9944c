import type { Prompt } from '@parvis/contract'
import type { useForm } from '../../layout/drafts/use-form.ts'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

export type PromptValues = Pick<Prompt, 'name' | 'content'>

/** Options of `useForm` for a prompt, null for a new one. @param owner library, which administrators write for everybody, or the person */
export const promptForm = (owner: 'library' | 'person', prompt: (PromptValues & { id: string; updated_at: string }) | null) => ({
  name: `${owner === 'library' ? 'prompt' : 'personal-prompt'}.${prompt?.id ?? 'new'}`,
  saved: { name: prompt?.name ?? '', content: prompt?.content ?? '' },
  version: prompt?.updated_at,
})

interface PromptFieldsProps {
  form: Pick<ReturnType<typeof useForm<PromptValues>>, 'draft' | 'errors' | 'isPending'>
  nameHint?: string
  contentLabel: string
  contentHint: string
  /** Height of the content. */
  rows: number
}

/** Name and content of a prompt, of the library or of the person. */
export function PromptFields({ form: { draft, errors, isPending }, nameHint, contentLabel, contentHint, rows }: PromptFieldsProps) {
  const { name, content } = draft.values
  return (
    <>
      <TextField
        label="Nom"
        name="name"
        isRequired
        autoFocus
        isReadOnly={isPending}
        hint={nameHint}
        error={errors.name}
        value={name}
        onChange={(typedName) => draft.set({ name: typedName })}
      />
      <TextArea
        label={contentLabel}
        name="content"
        isRequired
        rows={rows}
        isReadOnly={isPending}
        hint={contentHint}
        error={errors.content}
        value={content}
        onChange={(typedName) => draft.set({ content: typedName })}
      />
    </>
  )
}
