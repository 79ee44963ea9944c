import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'

/** Window events after which a failed download is retried: a click, or the network coming back. */
const retryEvents = ['click', 'online']

interface OnDemandOptions<Props> {
  /** Rendered while the code loads. */
  placeholder?: ReactNode
  /** Called at the first failed download of each mounted component. */
  onMissing?: (props: Props) => void
  /** Rendered after a failed download, until a retry succeeds. */
  fallback?: ReactNode
}

/**
 * Creates a component whose code is downloaded when it is first rendered. A failed download does not break the page: it is retried at the next click, when
 * the network comes back, or at the next mount.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { onMissing, placeholder = null, fallback = null }: OnDemandOptions<Props> = {},
): (props: Props) => ReactNode {
  let Loaded: ComponentType<Props> | undefined
  return function Drawn(props: Props) {
    const [Found, setFound] = useState(() => Loaded)
    const [attempt, setAttempt] = useState(0)
    const [isMissing, setMissing] = useState(false)
    const handleMissing = useEffectEvent(() => {
      setMissing(true)
      if (!isMissing) onMissing?.(props)
    })
    useEffect(() => {
      if (Found) return
      const unmounted = new AbortController()
      load().then(
        (Component) => {
          Loaded = Component
          if (!unmounted.signal.aborted) setFound(() => Component)
        },
        () => {
          if (unmounted.signal.aborted) return
          handleMissing()
          for (const eventName of retryEvents) addEventListener(eventName, () => setAttempt((count) => count + 1), { capture: true, signal: unmounted.signal })
        },
      )
      return () => unmounted.abort()
    }, [Found, attempt])
    return Found ? <Found {...props} /> : isMissing ? fallback : placeholder
  }
}

/** Returns the sentence for code that could not be downloaded. @param label French sentence that says what failed, without its final punctuation */
export const downloadFailureSentence = (label: string): string =>
  `${label}\u00a0: vérifiez votre connexion, puis réessayez. Si cela recommence, rechargez la page.`

/** Shows the sentence with `window.alert`, because the code of our own dialogs may be what is missing. */
export const alertDownloadFailure = (label: string): void => window.alert(downloadFailureSentence(label))

/** Creates a dialog whose code is downloaded when it first opens. After a failed download, the dialog is closed and `label` is shown in an alert. */
export const dialogOnDemand = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  label = 'La fenêtre n’a pas pu être ouverte',
): ((props: Props) => ReactNode) =>
  onDemand(load, {
    onMissing({ onClose }) {
      onClose()
      alertDownloadFailure(label)
    },
  })
