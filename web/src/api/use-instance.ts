import { routes, type InstanceInfo } from '@parvis/contract'
import { useEffect, useState } from 'react'
import { isPassing } from './transport/api-error.ts'
import { call } from './browser.ts'

let known: InstanceInfo | undefined
let asked: Promise<InstanceInfo> | null = null

/** Public facts about this installation, fetched once per tab. Undefined until they are known, or if they cannot be fetched. */
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

/** Returns the facts about this installation, from the cache or from a pending or new request. @throws {ApiError} */
export function askInstance(): Promise<InstanceInfo> {
  if (known) return Promise.resolve(known)
  return (asked ??= ask().finally(() => {
    asked = null
  }))
}

/** Retries a temporary failure twice. */
async function ask(retries = 2): Promise<InstanceInfo> {
  try {
    return (known = await call(routes.instance.info))
  } catch (error) {
    if (retries === 0 || !isPassing(error)) throw error
    await new Promise((next) => setTimeout(next, 500))
    return ask(retries - 1)
  }
}
