import { acceptedExtensions } from '@parvis/contract'
import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

const accept = acceptedExtensions.map((extension) => `.${extension}`).join()

interface AttachButtonProps {
  onFiles: (files: readonly File[]) => void
  isDisabled?: boolean
  /** Text of the button. Without it, the button shows an icon only. */
  text?: string
}

/** Button that opens the file chooser for a conversation or a project. */
export function AttachButton({ onFiles, isDisabled = false, text }: AttachButtonProps) {
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
          // Lets a removed file be chosen again: choosing the same value fires no event.
          currentTarget.value = ''
        }}
      />
      {text === undefined ? (
        <IconButton icon={Paperclip} label="Joindre des fichiers" isDisabled={isDisabled} onPress={() => input.current?.click()} />
      ) : (
        <Button icon={<Paperclip aria-hidden />} isDisabled={isDisabled} onPress={() => input.current?.click()}>
          {text}
        </Button>
      )}
    </>
  )
}
