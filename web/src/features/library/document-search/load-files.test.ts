import { describe, expect, it } from 'vitest'
import type { UploadDeps } from '../../../api/transport/upload.ts'
import { loadFiles, stillToSend } from './load-files.ts'
import { describeUploadErrors } from './upload-progress.ts'

type Reply = { status: number; body?: object } | 'cut' | 'hang'

const kept = (id: string): Reply => ({ status: 201, body: { document_id: id, files: [{ document_id: id, filename: id, size: 1 }], refused: [] } })
const tooFull: Reply = { status: 413, body: { code: 'documents.quota', error: 'Votre espace de dépôt est plein.' } }
const empty: Reply = {
  status: 422,
  body: { code: 'documents.empty', error: '«\u00a0b\u00a0»\u00a0: ce fichier est vide.', fields: { document: 'Ce fichier est vide.' } },
}

/** Fake server that gives one reply per request, and records the requests. */
function world(replies: Reply[]) {
  const sent: string[][] = []
  const createRequest = () => {
    const heard = new EventTarget()
    const upload = new EventTarget()
    const tell = (name: string) => heard.dispatchEvent(new Event(name))
    const request = {
      upload,
      status: 0,
      responseText: '',
      addEventListener: heard.addEventListener.bind(heard),
      open: () => {},
      setRequestHeader: () => {},
      abort: () => tell('abort') && tell('loadend'),
      send(form: FormData) {
        sent.push(form.getAll('document').map((file) => (file as File).name))
        const reply = replies.shift()!
        upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }))
        if (reply === 'hang') return
        if (reply !== 'cut') Object.assign(request, { status: reply.status, responseText: reply.body ? JSON.stringify(reply.body) : '<html>' })
        tell(reply === 'cut' ? 'error' : 'load')
        tell('loadend')
      },
    }
    return request as unknown as XMLHttpRequest
  }
  const deps: UploadDeps = { createRequest, access: () => 'A', renew: async () => {} }
  const leaving = new AbortController()
  const progress: number[] = []
  const files = ['a', 'b', 'c'].map((name, at) => new File(['x'.repeat([100, 300, 400][at]!)], name))
  const run = () => loadFiles(deps, files, { signal: leaving.signal, onProgress: (percent) => void progress.push(Math.round(percent * 100) / 100) })
  return { run, sent, progress, leaving }
}

it('what a folder brought while others were on their way is still to be sent, as what did not reach the server is', () => {
  const [arrived, cut, late] = ['a', 'b', 'c'].map((name) => new File(['x'], name)) as [File, File, File]
  expect(stillToSend([arrived, cut, late], [arrived, cut], [cut]).map(({ name }) => name)).toEqual(['b', 'c'])
})

describe('files loaded together', () => {
  it('make one request each, in turn, and one progress', async () => {
    const { run, sent, progress } = world([kept('1'), kept('2'), kept('3')])
    expect(await run()).toEqual({ ids: ['1', '2', '3'], refused: [], errors: [], unsent: [], isAborted: false })
    expect(sent).toEqual([['a'], ['b'], ['c']])
    expect(progress).toEqual([6.25, 31.25, 75])
  })

  it('one that is refused leaves the others; one that did not reach the server may be sent again', async () => {
    const refused = await world([kept('1'), empty, kept('3')]).run()
    expect([refused.ids, refused.refused, refused.unsent]).toEqual([['1', '3'], [{ filename: 'b', reason: 'Ce fichier est vide.' }], []])
    const cut = await world(['cut', tooFull, kept('3')]).run()
    expect([cut.ids, cut.unsent.map(({ name }) => name), cut.refused]).toEqual([
      ['3'],
      ['a'],
      [
        { filename: 'a', reason: expect.stringMatching(/^Aucune réponse du serveur\./) },
        { filename: 'b', reason: 'Votre espace de dépôt est plein.' },
      ],
    ])
    // The error page of a proxy has no sentence of our server.
    expect((await world([{ status: 413 }, kept('2'), kept('3')]).run()).refused).toEqual([{ filename: 'a', reason: 'Ce fichier n’a pas pu être envoyé.' }])
  })

  it('left on their way: what had arrived is known, and nothing more leaves', async () => {
    const { run, sent, leaving } = world([kept('1'), 'hang'])
    const running = run()
    await expect.poll(() => sent.length).toBe(2)
    leaving.abort(new DOMException('Left', 'AbortError'))
    expect(await running).toMatchObject({ ids: ['1'], isAborted: true })
    expect(sent).toEqual([['a'], ['b']])
  })

  it('of which none is kept: each reason is said, once', async () => {
    expect(describeUploadErrors((await world(['cut', 'cut', empty]).run()).errors)).toMatch(
      /^Erreur lors du chargement des fichiers\. Aucune réponse du serveur\.[^.]*\. «\u00a0b\u00a0»\u00a0: ce fichier est vide\.$/,
    )
    expect(describeUploadErrors((await world([{ status: 413 }, { status: 413 }, { status: 413 }]).run()).errors)).toBe('Erreur lors du chargement des fichiers')
  })
})
