import { acceptedExtensions } from '@parvis/contract'
import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'

const accept = acceptedExtensions.map((extension) => `.${extension}`).join()

/** Chooses files for the conversation. */
export function AttachButton({ onFiles, isDisabled }: { onFiles: (files: readonly File[]) => void; isDisabled: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label="Fichiers à joindre"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again after it was taken away.
          currentTarget.value = ''
        }}
      />
      <IconButton label="Joindre des fichiers" isDisabled={isDisabled} onPress={() => input.current?.click()}>
        <Paperclip aria-hidden />
      </IconButton>
    </>
  )
}
