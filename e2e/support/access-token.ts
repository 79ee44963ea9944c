import { routes } from '@parvis/contract'
import type { Credentials } from './pages.ts'

/** Opens a session by the interface. @returns its access token, for calls that a journey makes by hand (streams) */
export async function accessToken(origin: string, credentials: Credentials): Promise<string> {
  const response = await fetch(`${origin}/api${routes.auth.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!response.ok) throw new Error(`The session was refused: ${response.status}`)
  return ((await response.json()) as { access_token: string }).access_token
}
