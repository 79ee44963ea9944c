import { routes } from '@parvis/contract'
import { expect, it } from 'vitest'
import { browserUpload, uploadForm, uploadFiles, type UploadDeps } from './upload.ts'

type Reply = { status: number; body?: unknown } | 'cut' | 'hang'

function world(replies: Reply[], renewed: string | null = null) {
  let token: string | null = 'A'
  const sent: { method: string; address: string; bearer: string | undefined }[] = []
  const deps: UploadDeps = {
    access: () => token,
    renew: async () => void (token = renewed),
    createRequest() {
      const reply = replies.shift() ?? 'cut'
      const asked = { method: '', address: '', bearer: undefined as string | undefined }
      const heard = new EventTarget()
      const upload = new EventTarget()
      const tell = (name: string) => heard.dispatchEvent(new Event(name))
      const request = {
        upload,
        status: 0,
        responseText: '',
        addEventListener: heard.addEventListener.bind(heard),
        open: (method: string, address: string) => Object.assign(asked, { method, address }),
        setRequestHeader: (_: string, value: string) => void (asked.bearer = value),
        abort: () => tell('abort') && tell('loadend'),
        send() {
          sent.push(asked)
          if (reply === 'hang') return
          upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4 }))
          if (reply === 'cut') tell('error')
          else {
            request.status = reply.status
            request.responseText = reply.body === undefined ? '<html>' : JSON.stringify(reply.body)
            tell('load')
          }
          tell('loadend')
        },
      }
      return request as unknown as XMLHttpRequest
    },
  }
  const progress: number[] = []
  const leaving = new AbortController()
  const run = () => uploadFiles(deps, routes.documents.upload, new FormData(), { onProgress: (percent) => void progress.push(percent), signal: leaving.signal })
  return { run, sent, progress, leaving }
}

it('sends with the bearer and tells how much has left', async () => {
  const { run, sent, progress } = world([{ status: 201, body: { message: 'ok' } }])
  expect(await run()).toEqual({ message: 'ok' })
  expect(sent).toEqual([{ method: 'POST', address: '/api/bibliotheque/upload', bearer: 'Bearer A' }])
  expect(progress).toEqual([25])
})

it('tries once more with the renewed session', async () => {
  const refused = { status: 401, body: {} }
  const { run, sent } = world([refused, { status: 201, body: { message: 'ok' } }], 'B')
  await run()
  expect(sent.map(({ bearer }) => bearer)).toEqual(['Bearer A', 'Bearer B'])
})

it('gives up when the session is over, after one refusal', async () => {
  const { run, sent } = world([{ status: 401, body: { error: 'Session expirée' } }], null)
  await expect(run()).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(1)
})

it('says what the server said, or that nobody answered', async () => {
  const message = 'Ce type de fichier n’est pas accepté.'
  const refused: Reply = { status: 415, body: { error: message, code: 'documents.unsupported' } }
  await expect(world([refused]).run()).rejects.toMatchObject({ status: 415, message })
  await expect(world([{ status: 502 }]).run()).rejects.toMatchObject({ status: 502, code: 'http' })
  await expect(world(['cut']).run()).rejects.toMatchObject({ status: 0, code: 'network' })
})

it('stops when the page is left', async () => {
  const { run, leaving } = world(['hang'])
  const running = run()
  leaving.abort(new DOMException('Left', 'AbortError'))
  await expect(running).rejects.toThrow('Left')
})

it('what one person was sending is not sent in the name of another who signs in meanwhile', async () => {
  let user = { id: 'ana' }
  const upload = browserUpload({ state: () => ({ user }), verify: async () => void (user = { id: 'zoe' }) })
  const refused = { status: 401, message: 'Votre session a expiré. Veuillez vous reconnecter.' }
  await expect(upload.renew()).rejects.toMatchObject(refused)
  // Later attempts are refused as well.
  await expect(upload.renew()).rejects.toMatchObject(refused)
  await browserUpload({ state: () => ({ user }), verify: async () => {} }).renew()
})

it('gives a file the same name each time that it is sent, before it, and another one to another file', () => {
  const file = () => new File(['Une note.'], 'note.txt')
  const sent = file()
  const forms = [uploadForm('file', sent), uploadForm('file', sent, { category: 'Notes' }), uploadForm('file', file())]
  const [first, again, other] = forms.map((form) => form.get('client_upload_id'))
  expect(first).toMatch(/^\d+(-\d+){3}$/)
  expect([again === first, other === first]).toEqual([true, false])
  expect([...uploadForm('file', sent, { category: 'Notes' }).keys()]).toEqual(['client_upload_id', 'category', 'file'])
})
