import { useId, useState } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import styles from './Editor.module.css'
import { SpanPopover } from './SpanPopover.tsx'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { keysId, textId, useEditorView, type WrittenEditorProps } from './use-editor-view.ts'
import { useSpanEditing } from './use-span-editing.ts'

/** Editor of a written document: its toolbar and its text. */
export function WrittenEditor(props: WrittenEditorProps) {
  const { isReadOnly } = props
  const id = useId()
  const announce = useAnnounce()
  const [dropped, setDropped] = useState<string | null>(null)
  const spans = useSpanEditing()
  const onDropped = (sentence: string) => {
    setDropped(sentence)
    announce(sentence)
  }
  const actions = { openSpan: spans.open, editLink: spans.editLink, insertNote: spans.insertNote, onDropped }
  const { frame, screen } = useEditorView(id, props, actions)
  return (
    <div className={styles.editor}>
      {screen && !isReadOnly && (
        <Toolbar
          view={screen.view}
          state={screen.toolbar}
          controls={textId(id)}
          onLink={() => spans.editLink(screen.view)}
          onNote={() => spans.insertNote(screen.view)}
        />
      )}
      {dropped !== null && (
        <Banner tone="info" onDismiss={() => setDropped(null)}>
          {dropped}
        </Banner>
      )}
      <div ref={frame} className={styles.page} />
      <p id={keysId(id)} className={styles.keys}>
        {isReadOnly ? 'Ce document est partagé avec vous en lecture.' : keysSentence}
      </p>
      {spans.edited && <SpanPopover span={spans.edited} onEnd={spans.end} />}
    </div>
  )
}

const keysSentence =
  'Tab passe au bouton suivant de la page, sauf dans une liste, un tableau ou un blanc à compléter\u00a0: Échap puis Tab en sort. F8 va au prochain blanc, Alt+↑ et Alt+↓ déplacent le paragraphe.'
