import { routes, type InstanceInfo } from '@parvis/contract'
import { useEffect, useState } from 'react'
import { isPassing } from './transport/api-error.ts'
import { call } from './browser.ts'

let known: InstanceInfo | undefined
let asked: Promise<InstanceInfo> | null = null

/** What this installation says of itself; undefined until it is known, or when it cannot be. Asked once a tab. */
export function useInstance(): InstanceInfo | undefined {
  const [info, setInfo] = useState(known)
  useEffect(() => {
    if (info) return
    let isHere = true
    askInstance().then(
      (answer) => {
        if (isHere) setInfo(answer)
      },
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [info])
  return info
}

/** Asks it, unless it is known or being asked: it may come between the drawing of a part and what follows it. @throws {ApiError} */
export function askInstance(): Promise<InstanceInfo> {
  if (known) return Promise.resolve(known)
  return (asked ??= ask().finally(() => {
    asked = null
  }))
}

/** Twice more after a failure that may pass. */
async function ask(retries = 2): Promise<InstanceInfo> {
  try {
    return (known = await call(routes.instance.info))
  } catch (error) {
    if (retries === 0 || !isPassing(error)) throw error
    await new Promise((next) => setTimeout(next, 500))
    return ask(retries - 1)
  }
}
