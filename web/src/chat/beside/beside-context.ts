import { createContext } from 'react'
import type { DeskTab } from '../../writing/DeskParts.tsx'
import type { ChatMessage } from '../machine/state.ts'

/** Part of the desk on the screen. `isDocumentShown`: on a narrow screen, the document and not the conversation. */
export interface DeskView {
  isDocumentShown: boolean
  tab: DeskTab
}

/** Actions of an answer on the written document of the conversation. Stable functions. */
export interface Beside {
  /** Makes a written document of an answer, and opens it beside the conversation. */
  openAnswer: (message: ChatMessage) => void
  /** Opens the latest document of the conversation. */
  showDocument: () => void
  /** Shows the list of proposals, in the document that the reply is about. @param message_id id of the reply; null: the open document */
  showProposals: (message_id: string | null) => void
}

/** Context of the conversation that a document can be opened beside; null elsewhere. */
export const BesideContext = createContext<Beside | null>(null)
