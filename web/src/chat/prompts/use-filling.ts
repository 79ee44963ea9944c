import { useState } from 'react'

/** Whether a prompt was put in what is being written, and with how many blanks the last message left. */
export function useFilling(text: string) {
  const [isFilling, setFilling] = useState(false)
  const [sending, setSending] = useState(0)
  const [sentWith, setSentWith] = useState(0)
  // A message that is refused, or waits for its files, stays in the field.
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
