import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'

/** What a person does, or a network that is back: a file that could not be had may be. */
const acts = ['click', 'online']

interface Otherwise<Props> {
  /** Drawn in its place while it comes. */
  meanwhile?: ReactNode
  /** Called once, the first time that it cannot be had where it is drawn. */
  onMissing?: (props: Props) => void
  /** Drawn in its place once it could not be had, until it can. */
  instead?: ReactNode
}

/**
 * A component that stands beside a page, whose code comes when it is first drawn. A file that cannot be had
 * must not take the page away: the page stays, and the file is asked for again with the next act, or when it is next drawn.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { onMissing, meanwhile = null, instead = null }: Otherwise<Props> = {},
): (props: Props) => ReactNode {
  let Loaded: ComponentType<Props> | undefined
  return function Drawn(props: Props) {
    const [Found, setFound] = useState(() => Loaded)
    const [attempt, setAttempt] = useState(0)
    const [isMissing, setMissing] = useState(false)
    const miss = useEffectEvent(() => {
      setMissing(true)
      if (!isMissing) onMissing?.(props)
    })
    useEffect(() => {
      if (Found) return
      const left = new AbortController()
      load().then(
        (Component) => {
          Loaded = Component
          if (!left.signal.aborted) setFound(() => Component)
        },
        () => {
          if (left.signal.aborted) return
          miss()
          for (const act of acts) addEventListener(act, () => setAttempt((count) => count + 1), { capture: true, signal: left.signal })
        },
      )
      return () => left.abort()
    }, [Found, attempt])
    return Found ? <Found {...props} /> : isMissing ? instead : meanwhile
  }
}

/** @param what what could not be had, in a sentence without its end */
export const missingSentence = (what: string): string => `${what}\u00a0: vérifiez votre connexion, puis réessayez. Si cela recommence, rechargez la page.`

/** Says it in the browser's own way: nothing of ours may be at hand. */
export const tellMissing = (what: string): void => window.alert(missingSentence(what))

/** What opens over the page: where it cannot be had it is closed, which is said, and the next act opens it. */
export const dialogOnDemand = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  what = 'La fenêtre n’a pas pu être ouverte',
): ((props: Props) => ReactNode) =>
  onDemand(load, {
    onMissing({ onClose }) {
      onClose()
      tellMissing(what)
    },
  })
