import { constants } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/transport/api-error.ts'
import { chatOn, conversationOf, greeting, messageOf, replyOf, scriptedPort } from '../../../chat/testing.ts'
import { queriedSummary, chosenDocuments, queriedIds, withToggled, withDeleted } from './queried-documents.ts'
import { remainingOf } from './remaining-documents.ts'
import { searchPort } from './search-port.ts'
import { addFiles, sortFiles } from '../../../chat/files/file-rules.ts'
import { progressReducer, sizeInKo, uploadMessages, type ProgressEvent } from './upload-progress.ts'

describe('the bar', () => {
  const run = (...events: ProgressEvent[]) => events.reduce<number[]>((values, event) => [...values, progressReducer(values.at(-1) ?? 0, event)], [])

  it('stands at 10, at 30 before sending, follows the file, ends at 100 and goes back to 0', () => {
    expect(run({ type: 'started' }, { type: 'sending' }, { type: 'progressed', percent: 54.6 }, { type: 'finished' }, { type: 'reset' })).toEqual([
      10, 30, 55, 100, 0,
    ])
  })

  it('gains 10 at each tick until it is complete, and nothing when nothing runs', () => {
    expect(run({ type: 'started' }, { type: 'ticked' }, { type: 'ticked' })).toEqual([10, 20, 30])
    expect(progressReducer(96, { type: 'ticked' })).toBe(100)
    expect(progressReducer(100, { type: 'ticked' })).toBe(100)
    expect(progressReducer(0, { type: 'ticked' })).toBe(0)
  })

  it('never goes back', () => {
    expect(progressReducer(60, { type: 'progressed', percent: 40 })).toBe(60)
    expect(progressReducer(40, { type: 'sending' })).toBe(40)
  })

  it('has the rhythm of the specification', () => {
    expect([constants.uploadTickMs, constants.uploadResetMs, constants.documentQuestionDelayMs]).toEqual([300, 3_000, 1_000])
  })
})

it('writes sizes in ko', () => {
  expect([0, 512, 12_698, 3 * 1024 * 1024].map(sizeInKo)).toEqual(['0\u00a0ko', '0,5\u00a0ko', '12,4\u00a0ko', '3\u202f072\u00a0ko'])
})

it('counts what was loaded in the words of the specification', () => expect(uploadMessages.done(2)).toBe('2 fichier(s) chargé(s) avec succès'))

it('takes each file once', () => {
  const file = (name: string) => new File(['x'], name, { lastModified: 1 })
  expect(addFiles([file('a')], [file('a'), file('b'), file('b')]).map(({ name }) => name)).toEqual(['a', 'b'])
})

it('refuses at the choice what the server would, each with its reason, and keeps the others', () => {
  const file = (name: string, size: number) => new File([new Uint8Array(size)], name)
  const { accepted, refused } = sortFiles([file('a.exe', 1), file('b.PDF', 10), file('c.txt', 0), file('d.txt', 1024 * 1024 + 1), file('sans', 1)], 1)
  expect(accepted.map(({ name }) => name)).toEqual(['b.PDF'])
  expect(refused.map(({ filename, reason }) => `${filename} ${reason.split('.')[0]}`)).toEqual([
    'a.exe Ce type de fichier n’est pas accepté',
    'c.txt Ce fichier est vide',
    'd.txt Ce fichier dépasse la taille permise, 1\u00a0Mo',
    'sans Ce type de fichier n’est pas accepté',
  ])
  expect(sortFiles([file('d.txt', 1024 * 1024 + 1)], null).refused).toEqual([])
})

describe('a question', () => {
  const failing = (status: number) => new ApiError(status, { error: 'Refus', code: 'conversations.too_many_documents' })

  function world({
    resumed = null as string | null,
    load = undefined as ApiError | undefined,
    create = undefined as ApiError | undefined,
    /** Ids of documents deleted in another tab: creating a conversation with one of them is refused. */
    deleted = [] as string[],
  } = {}) {
    const said: string[] = []
    let elapse = () => undefined as void
    const elapsed = new Promise<void>((resolve) => (elapse = resolve))
    const port = searchPort(
      {
        ...scriptedPort(),
        async load(id) {
          if (load) throw load
          return conversationOf([messageOf({ id: 'q', role: 'user', content: 'Avant' }), messageOf({ id: 'r', content: 'Oui.' })], { id })
        },
        async create(documents) {
          said.push(`create ${documents.join(' ')}`)
          if (create) throw create
          if (documents.some((id) => deleted.includes(id))) throw failing(404)
          return conversationOf([], { id: 'new' })
        },
        remaining: async (documents) =>
          remainingOf(
            documents,
            documents.map((id) => ({ id, original_filename: `${id}.pdf` })),
            documents.filter((id) => !deleted.includes(id)).map((id) => ({ id })),
          ),
        async *ask(message, { conversation_id }) {
          said.push(`ask ${conversation_id} ${message}`)
          yield* replyOf('Le conseil.')
        },
        async pause(ms) {
          said.push(`pause ${ms}`)
          await elapsed
        },
      },
      resumed,
    )
    const opened = chatOn(port)
    port.attach(
      () => opened.chat.state().messages.some(({ role }) => role === 'user'),
      (gone, notice) => {
        said.push(`gone ${gone.join(' ')}`)
        opened.chat.notify(notice)
      },
    )
    port.setDocuments(['d1', 'd2'])
    return { ...opened, said, elapse }
  }

  it('makes its conversation, with the documents, and only then; its second runs while the server works', async () => {
    const { chat, said, shown, settled, elapse, ask } = world()
    await settled()
    expect(said).toEqual([])
    chat.send('Qui décide ?')
    await expect.poll(() => said).toEqual(['create d1 d2', 'pause 1000', 'ask new Qui décide ?'])
    expect(shown().at(-1)).toBe('assistant en_cours ')
    elapse()
    await settled()
    expect(shown()).toEqual(['user complete Qui décide ?', 'assistant complete Le conseil.'])
    await ask('Et qui signe ?')
    expect(said.slice(3)).toEqual(['pause 1000', 'ask new Et qui signe ?'])
  })

  it('goes on in the conversation that is resumed', async () => {
    const { said, shown, settled, elapse, ask } = world({ resumed: 'c' })
    elapse()
    await settled()
    expect(shown()).toEqual(['user complete Avant', 'assistant complete Oui.'])
    await ask('Et après ?')
    expect(said).toEqual(['pause 1000', 'ask c Et après ?'])
  })

  it('begins a new one where that one is gone, but not where the server is away', async () => {
    const gone = world({ resumed: 'c', load: failing(404) })
    gone.elapse()
    await gone.settled()
    expect(gone.shown()).toEqual([expect.stringContaining(greeting)])
    await gone.ask('Qui décide ?')
    expect(gone.said[0]).toBe('create d1 d2')
    const away = world({ resumed: 'c', load: failing(503) })
    await away.settled()
    await away.ask('Qui décide ?')
    expect(away.said).toEqual([])
    expect(away.shown().at(-1)).toMatch(/^assistant erreur/)
  })

  it('goes with the documents that are left, and says which are not', async () => {
    const { chat, said, shown, settled, elapse, ask } = world({ deleted: ['d1'] })
    elapse()
    await settled()
    await ask('Qui décide ?')
    expect(said).toEqual(['create d1 d2', 'gone d1', 'create d2', 'pause 1000', 'ask new Qui décide ?'])
    expect(shown()).toEqual(['user complete Qui décide ?', 'assistant complete Le conseil.'])
    expect(chat.state().notice).toBe('«\u00a0d1.pdf\u00a0» a été supprimé entre-temps\u00a0: votre question porte sur les autres documents choisis.')
  })

  it('is given back where none of its documents is left', async () => {
    const { chat, said, shown, settled, ask } = world({ deleted: ['d1', 'd2'] })
    await settled()
    await ask('Qui décide ?')
    expect(said).toEqual(['create d1 d2', 'gone d1 d2'])
    expect(shown()).toEqual([])
    expect(chat.state()).toMatchObject({ notice: expect.stringMatching(/ont été supprimés entre-temps/), returned: { text: 'Qui décide ?' } })
  })

  it('that is blank is not asked; one without a conversation neither, which says why and gives its text back', async () => {
    const { chat, said, shown, settled, ask } = world({ create: failing(422) })
    await settled()
    expect(chat.send('  ')).toBe(false)
    await ask('Qui décide ?')
    expect(said).toEqual(['create d1 d2'])
    expect(shown()).toEqual([])
    expect(chat.state()).toMatchObject({ notice: 'Refus', returned: { text: 'Qui décide ?' } })
  })
})

describe('the documents that are asked', () => {
  const loaded = ['a', 'b', 'c'].map((id) => ({ id, original_filename: `${id}.pdf` }))
  const named = (id: string | null, filename: string) => ({ document_id: id, filename })

  it('are all that is loaded until some are chosen, fifty at most', () => {
    expect(queriedIds(null, loaded)).toEqual(['a', 'b', 'c'])
    expect(queriedIds(['b'], loaded)).toEqual(['b'])
    expect(queriedIds([], loaded)).toEqual([])
    const many = Array.from({ length: 60 }, (_, at) => ({ id: String(at) }))
    expect(queriedIds(null, many)).toHaveLength(50)
  })

  it('are chosen one by one, each once', () => {
    expect(withToggled(['a'], 'b', true)).toEqual(['a', 'b'])
    expect(withToggled(['a'], 'a', true)).toEqual(['a'])
    expect(withToggled(['a', 'b'], 'a', false)).toEqual(['b'])
    expect(chosenDocuments(['b', 'z'], loaded)).toEqual([named('b', 'b.pdf')])
  })

  it('are told once they are deleted: a few by their names, where the page knew them, else how many', () => {
    const told = (chosen: string[], present: string[]) =>
      remainingOf(
        chosen,
        loaded,
        present.map((id) => ({ id })),
      )
    const some = told(['a', 'b', 'c'], ['b'])
    expect([some.ids, some.deletedIds]).toEqual([['b'], ['a', 'c']])
    expect(some.notice).toMatch(/^«\u00a0a\.pdf\u00a0», «\u00a0c\.pdf\u00a0» ont été supprimés entre-temps\u00a0: votre question porte sur les autres/)
    expect(told(['a'], []).notice).toMatch(/^«\u00a0a\.pdf\u00a0» a été supprimé entre-temps\u00a0: choisissez d’autres documents/)
    expect(told(['a', 'z'], ['a']).notice).toMatch(/^1\u00a0document choisi a été supprimé entre-temps\u00a0: /)
    expect(told(['a', 'b', 'c', 'y', 'z'], ['z']).notice).toMatch(/^4\u00a0documents choisis ont été supprimés/)
    expect(told(['a'], ['a'])).toMatchObject({ ids: ['a'], deletedIds: [] })
  })

  it('keep their name once deleted, which comes first', () => {
    const documents = withDeleted([named('a', 'a.pdf'), named('b', 'b.pdf'), named('c', 'c.pdf'), named('d', 'd.pdf')], 'd')
    expect(queriedSummary(documents)).toEqual({ names: [named(null, 'd.pdf'), named('a', 'a.pdf'), named('b', 'b.pdf')], others: 1, deleted: 1 })
  })
})
