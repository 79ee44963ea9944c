import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import type { ChatState } from '../machine/state.ts'
import type { SystemNote } from '../MessageList.tsx'
import { changeSentence } from './context-changes.ts'

const none: readonly SystemNote[] = []

/** Notes of a conversation (`others`), followed by those of the changes of the day of its questions. */
export function useDayNotes(conversation: ChatState['conversation'], others: readonly SystemNote[] = none): readonly SystemNote[] {
  const changes = conversation?.changes
  return useMemo(() => {
    const ofDay = (changes ?? []).filter(({ kind }) => kind === 'as_of')
    return ofDay.length === 0
      ? others
      : [...others, ...ofDay.map((one): SystemNote => ({ after: one.after, text: changeSentence(one), icon: <CalendarClock aria-hidden /> }))]
  }, [changes, others])
}
