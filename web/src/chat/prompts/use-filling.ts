import { useState } from 'react'

/** Tracks whether a prompt was inserted in the text, and the number of unfilled placeholders in the last message sent. */
export function usePromptFilling(text: string) {
  const [isFilling, setFilling] = useState(false)
  const [sending, setSending] = useState(0)
  const [sentWith, setSentWith] = useState(0)
  // Only an emptied field means that the message was sent: a refused or waiting message stays in the field.
  if (isFilling && text === '') {
    setFilling(false)
    setSentWith(sending)
  }
  return {
    isFilling,
    sentWith: text === '' ? sentWith : 0,
    begin: () => setFilling(true),
    onSend: setSending,
    onWrite() {
      setSending(0)
      setSentWith(0)
    },
  }
}
