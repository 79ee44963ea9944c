import { constants } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { createChat } from '../../chat/create-chat.ts'
import { questionPort, withQuotes, type Answered } from './question-port.ts'
import { addFiles, progressReducer, sizeInKo, uploadMessages, type ProgressEvent } from './upload-progress.ts'

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

describe('a question', () => {
  function world(answer: (message: string) => Promise<Answered>) {
    const asked: [string, string | null][] = []
    const waits: number[] = []
    const own = questionPort({
      ask: (message, document_id) => {
        asked.push([message, document_id])
        return answer(message)
      },
      pause: async (ms) => void waits.push(ms),
    })
    const unused = () => {
      throw new Error('unused')
    }
    const chat = createChat({
      port: { ...own, load: unused, resume: unused, stop: unused, rate: unused, nextFrame: (work) => work() },
      hasOpening: false,
      failedGreeting: '',
      announce: () => undefined,
    })
    chat.start()
    const until = async (isTrue: () => boolean) => {
      await expect.poll(isTrue).toBe(true)
    }
    return { chat, own, asked, waits, until }
  }
  const source = { number: 1, document_id: 'd', document: 'a.pdf', page: 2, section: null, extract: 'le conseil', score: 1 }

  it('waits a second, asks what was loaded last, and shows the answer with its sources and their check', async () => {
    const quotes = [{ text: 'le conseil', is_verified: true, number: 1 }]
    const { chat, own, asked, waits, until } = world(async () => ({ response: '«\u00a0le conseil\u00a0» [1]', sources: [source], quotes }))
    await until(() => chat.state().phase === 'ready')
    own.setDocument('u1')
    chat.send('Qui décide ?')
    await until(() => chat.state().reply === null)
    expect(waits).toEqual([1_000])
    expect(asked).toEqual([['Qui décide ?', 'u1']])
    expect(withQuotes(chat.state().messages, own.quotesOf).at(-1)).toMatchObject({
      content: '«\u00a0le conseil\u00a0» [1]',
      status: 'complete',
      sources: [source],
      quotes,
    })
    expect(withQuotes(chat.state().messages, own.quotesOf)[0]).toBe(chat.state().messages[0])
  })

  it('that is blank is not asked, and one that fails says so', async () => {
    const { chat, asked, until } = world(async () => Promise.reject(new Error('boom')))
    await until(() => chat.state().phase === 'ready')
    expect(chat.send('  ')).toBe(false)
    chat.send('Qui ?')
    await until(() => chat.state().reply === null)
    expect(asked).toEqual([['Qui ?', null]])
    expect(chat.state().messages.at(-1)).toMatchObject({ status: 'erreur', content: 'Désolé, une erreur est survenue. Veuillez réessayer.' })
  })
})
