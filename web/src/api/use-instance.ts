import { routes, type InstanceInfo } from '@parvis/contract'
import { useEffect, useState } from 'react'
import { isTemporary } from './transport/api-error.ts'
import { call } from './browser.ts'

let cached: InstanceInfo | undefined
let pending: Promise<InstanceInfo> | null = null

/** Public facts about this installation, fetched once per tab. Undefined until they are known, or if they cannot be fetched. */
export function useInstance(): InstanceInfo | undefined {
  const [info, setInfo] = useState(cached)
  useEffect(() => {
    if (info) return
    let isMounted = true
    fetchInstance().then(
      (answer) => {
        if (isMounted) setInfo(answer)
      },
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [info])
  return info
}

/** Returns the facts about this installation, from the cache or from a pending or new request. @throws {ApiError} */
export function fetchInstance(): Promise<InstanceInfo> {
  if (cached) return Promise.resolve(cached)
  return (pending ??= fetchWithRetry().finally(() => {
    pending = null
  }))
}

/** Retries a temporary failure twice. */
async function fetchWithRetry(retries = 2): Promise<InstanceInfo> {
  try {
    return (cached = await call(routes.instance.info))
  } catch (error) {
    if (retries === 0 || !isTemporary(error)) throw error
    await new Promise((next) => setTimeout(next, 500))
    return fetchWithRetry(retries - 1)
  }
}
