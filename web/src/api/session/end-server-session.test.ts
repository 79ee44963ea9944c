import { expect, it } from 'vitest'
import { endServerSession } from './end-server-session.ts'

function serverWhere(isFresh: (access: string) => boolean) {
  const asked: string[] = []
  const fetchOnce: typeof fetch = async (address, init) => {
    const bearer = (init!.headers as Headers).get('Authorization')!.slice('Bearer '.length)
    asked.push(`${String(address)} ${bearer}`)
    if (address === '/api/auth/refresh')
      return bearer === 'r1' ? Response.json({ access_token: 'new', refresh_token: 'r2' }) : Response.json({}, { status: 401 })
    return isFresh(bearer) ? Response.json({ message: 'Vous êtes déconnecté' }) : Response.json({ code: 'auth.expired' }, { status: 401 })
  }
  return { asked, fetchOnce }
}

it('tells the server once', async () => {
  const { asked, fetchOnce } = serverWhere((access) => access === 'a')
  await endServerSession(fetchOnce, 'a', 'r1', 'etat')
  expect(asked).toEqual(['/api/auth/logout a'])
})

it('AUT-11 ends the session of a person whose access has run out', async () => {
  const { asked, fetchOnce } = serverWhere((access) => access === 'new')
  await endServerSession(fetchOnce, 'old', 'r1', 'etat')
  expect(asked).toEqual(['/api/auth/logout old', '/api/auth/refresh r1', '/api/auth/logout new'])
})

it('has nothing more to say to a server that knows neither token', async () => {
  const { asked, fetchOnce } = serverWhere(() => false)
  await expect(endServerSession(fetchOnce, 'old', 'r0', 'etat')).rejects.toMatchObject({ status: 401 })
  expect(asked).toEqual(['/api/auth/logout old', '/api/auth/refresh r0'])
})
