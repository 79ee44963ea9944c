import { estimateTokens } from '@parvis/french-search'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LlmMessage } from '../../platform/llm/port.ts'
import { imageTokens } from '../../replies/usage.ts'
import { fixedNotices, inheritedNotices, withoutNotices, type PromptTurn } from './notices.ts'
import { countTokens, cutTo, promptTokensOf, shareContext, type ContextRequest } from './share-context.ts'

const gap = 'Une partie du texte a été retirée ici'
const dropped = 'ne sont pas repris ici'
const share = (request: Partial<ContextRequest>) => shareContext({ window: 32_000, instructions: 'Vous aidez.', turns: [], wantsDocuments: false, ...request })
const said = (role: LlmMessage['role'], content: string): LlmMessage => ({ role, content })
const exchanges = (count: number, size: number) =>
  Array.from({ length: count * 2 }, (_, at) => said(at % 2 === 0 ? 'user' : 'assistant', `tour ${at} ${'mot '.repeat(size)}`))
const question = said('user', 'Et alors, que dit la note ?')

/** Generates texts of every length and kind: words, digits, signs, other scripts, unpaired surrogates. */
const text = fc
  .tuple(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.constantFrom('mot ', '1', '|', '漢字', '👩‍👩‍👧', '\n\n', '\ud83d')),
    fc.oneof(fc.nat(3), fc.nat(400), fc.nat(4_000)),
  )
  .map(([piece, times]) => piece.repeat(times).slice(0, 16_000))
const turn = fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: text })

describe('whatever is asked', () => {
  const requests = fc.record({
    window: fc.oneof(fc.integer({ min: 1_000, max: 8_000 }), fc.integer({ min: 8_000, max: 60_000 })),
    instructions: text,
    turns: fc.array(turn, { maxLength: 8 }),
    wantsDocuments: fc.boolean(),
  })
  const documents = fc.option(text)

  it('the prompt never has more tokens than the window leaves it, nor documents more than their room', () => {
    fc.assert(
      fc.property(requests, documents, (request, found) => {
        const shared = shareContext(request)
        expect(countTokens(shared.compose(found).messages)).toBeLessThanOrEqual(promptTokensOf(request.window))
        expect(promptTokensOf(request.window)).toBeLessThanOrEqual(request.window * 0.95)
        expect(shared.tokenBudget).toBeGreaterThanOrEqual(0)
        expect(shared.tokenBudget).toBeLessThan(promptTokensOf(request.window))
        if (!request.wantsDocuments) expect(shared.tokenBudget).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  it('the instructions come first, the question last, and history keeps its order, its newest turns first', () => {
    fc.assert(
      fc.property(requests, documents, (request, found) => {
        const [system, ...turns] = shareContext(request).compose(found).messages
        expect(system!.role).toBe('system')
        const last = request.turns.at(-1)
        expect(turns.at(-1)?.role).toBe(last?.role)
        const asked = request.turns.slice(0, -1).filter(({ content }) => content !== '')
        const kept = turns.slice(0, -1)
        const newest = asked.slice(asked.length - kept.length)
        for (const [at, { role, content }] of kept.entries()) {
          expect(role).toBe(newest[at]!.role)
          // Only the newest turn may be shortened, when it would not fit.
          if (content !== newest[at]!.content) expect([kept.length, content.includes(gap)]).toEqual([1, true])
        }
        expect(system!.content.includes(dropped)).toBe(kept.length < asked.length)
      }),
      { numRuns: 200 },
    )
  })

  it('a question of at most half of what the prompt may have is whole; a longer one has its beginning, its end and a notice', () => {
    fc.assert(
      fc.property(requests, documents, (request, found) => {
        const asked = request.turns.at(-1)?.content ?? ''
        const { messages, notices } = shareContext(request).compose(found)
        const given = request.turns.length === 0 ? '' : messages.at(-1)!.content
        if (estimateTokens(asked) <= promptTokensOf(request.window) * 0.35) expect(given).toBe(asked)
        expect(notices.includes(fixedNotices.question)).toBe(given !== asked)
        if (given === asked) return
        const [head = '', tail = ''] = given.split(/\n\n\[Une partie[^\]]*\]\n\n/)
        expect(asked.toWellFormed().startsWith(head.replace(/\ufffd$/, ''))).toBe(true)
        expect(asked.toWellFormed().endsWith(tail.replace(/^\ufffd/, ''))).toBe(true)
        expect(head.length).toBeGreaterThan(50)
      }),
      { numRuns: 200 },
    )
  })

  it('what is composed for after a refusal is shorter, down to the smallest window', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const first = shareContext(request).compose(null)
        const sent = countTokens(first.messages)
        const second = shareContext({ ...request, window: first.shorterWindow() }).compose(null)
        expect(first.shorterWindow()).toBeLessThanOrEqual(Math.max(1_000, request.window / 2))
        expect(countTokens(second.messages)).toBeLessThanOrEqual(Math.max(promptTokensOf(1_000), sent / 2))
      }),
      { numRuns: 200 },
    )
  })
})

describe('the share of each', () => {
  it('an answer keeps 4,096 tokens of a wide window, a quarter of a narrow one, and the estimate 5 %', () => {
    expect(promptTokensOf(32_000)).toBe(26_304)
    expect(promptTokensOf(8_000)).toBe(5_600)
  })

  it('documents have far more than five passages in 4,000 tokens, and nearly all of a new conversation', () => {
    expect(share({ turns: [question], wantsDocuments: true }).tokenBudget).toBeGreaterThan(23_000)
    expect(share({ turns: [question], wantsDocuments: true, window: 128_000 }).tokenBudget).toBeGreaterThan(100_000)
    expect(share({ turns: [question], wantsDocuments: true, window: 4_000 }).tokenBudget).toBeGreaterThan(2_000)
  })

  it('a long history keeps a fifth of the prompt beside documents, a short one only what it says', () => {
    const room = (turns: LlmMessage[]) => share({ turns: [...turns, question], wantsDocuments: true }).tokenBudget
    const long = room(exchanges(200, 100))
    expect(room([])).toBeGreaterThan(room(exchanges(2, 100)))
    expect(room(exchanges(2, 100))).toBeGreaterThan(long)
    expect(long).toBe(room(exchanges(300, 100)))
    expect(long).toBeGreaterThan(promptTokensOf(32_000) * 0.65)
  })

  it('history has what documents leave, and all of it when they found nothing', () => {
    const shared = share({ turns: [...exchanges(200, 100), question], wantsDocuments: true })
    const count = (documents: string | null) => shared.compose(documents).messages.length
    const full = 'mot '.repeat(shared.tokenBudget)
    expect(count(full)).toBeGreaterThan(5)
    expect(count('mot '.repeat(1_000))).toBeGreaterThan(count(full))
    expect(count(null)).toBeGreaterThan(count('mot '.repeat(1_000)))
    expect(count(null)).toBe(share({ turns: [...exchanges(200, 100), question] }).compose(null).messages.length)
    expect(shared.compose('Des extraits.').messages[0]!.content).toMatch(/^Vous aidez\.\n\nDes extraits\.\n\nLes échanges les plus anciens/)
  })

  it('a short conversation is given as it is, without a notice', () => {
    const turns = [...exchanges(3, 10), question]
    const { messages, notices } = share({ turns }).compose(null)
    expect(messages).toEqual([said('system', 'Vous aidez.'), ...turns])
    expect(notices).toEqual([])
  })

  it('the question and the instructions have what the other leaves; both are cut when both are too long, and the person is told', () => {
    const long = 'mot '.repeat(20_000)
    const given = (instructions: string, content: string) => {
      const { messages, notices } = share({ window: 8_000, instructions, turns: [said('user', content)] }).compose(null)
      return { system: estimateTokens(messages[0]!.content), asked: estimateTokens(messages[1]!.content), notices }
    }
    expect(given('Vous aidez.', long)).toMatchObject({ system: estimateTokens('Vous aidez.'), notices: [fixedNotices.question] })
    expect(given('Vous aidez.', long).asked).toBeGreaterThan(promptTokensOf(8_000) * 0.98)
    expect(given(long, 'Alors ?')).toMatchObject({ asked: estimateTokens('Alors ?'), notices: [fixedNotices.instructions] })
    const both = given(long, long)
    expect(both.notices).toEqual([fixedNotices.question, fixedNotices.instructions])
    expect(Math.abs(both.system - both.asked)).toBeLessThan(20)
  })

  it('the reply that a question follows is cut rather than lost: a cut reply goes on from its end', () => {
    const { messages } = share({
      window: 4_000,
      turns: [said('user', 'Rédigez.'), said('assistant', `${'mot '.repeat(9_000)}la fin`), said('user', 'Continuez.')],
    }).compose(null)
    expect(messages).toHaveLength(3)
    expect(messages[1]!.content).toMatch(/^mot [\s\S]*Une partie du texte a été retirée ici[\s\S]*la fin$/)
  })
})

describe('notices', () => {
  const { refused, question: longQuestion, instructions, cut } = fixedNotices
  const leftOut = { kind: 'left_out', text: '*Ce fichier manque, dit autrement.*\n\n' } as const
  const partial = { kind: 'reading_partial', text: '\n\n*Lu en partie seulement.*' } as const
  const complete = { kind: 'reading_complete', text: '\n\n*Tout a été lu.*' } as const
  const inherited = { kind: 'reading_partial', text: '*Lu en partie seulement.*\n\n' } as const
  const reply = (notices: PromptTurn['notices'], content: string): PromptTurn => ({ role: 'assistant', content, notices })

  it('of earlier replies are not repeated to the model, which would imitate them', () => {
    const first = reply([refused, leftOut, partial], `${refused.text}${leftOut.text}Voici la note.${partial.text}`)
    const continued = reply([refused, complete], `Voici\n\n${refused.text}la note.${complete.text}`)
    const { messages } = share({ turns: [said('user', 'Une note'), first, continued, said('user', refused.text)] }).compose(null)
    expect(messages.slice(2)).toEqual([said('assistant', 'Voici la note.'), said('assistant', 'Voici\n\nla note.'), said('user', refused.text)])
    expect(withoutNotices(reply([], refused.text)).content).toBe(refused.text)
  })

  it('that name questions to ask again stay in the prompt', () => {
    const notSearched = { kind: 'not_searched', text: '*À poser dans un autre message.*\n\n' } as const
    expect(withoutNotices(reply([notSearched], `${notSearched.text}Oui.`)).content).toBe(`${notSearched.text}Oui.`)
    expect(inheritedNotices([notSearched], false)).toEqual([])
  })

  it('are those of an answer that puts another one otherwise, which read no more than it; once, whatever the number of forms', () => {
    const notices = inheritedNotices([longQuestion, instructions, leftOut, partial], false)
    expect(notices).toEqual([longQuestion, instructions, leftOut, inherited])
    expect(inheritedNotices(notices, false)).toEqual(notices)
    expect(inheritedNotices([], true)).toEqual([cut])
    expect(inheritedNotices([cut], true)).toEqual([cut])
    expect(inheritedNotices([{ ...cut, text: '*La fin manque.*' }], false)).toEqual([{ ...cut, text: '*La fin manque.*' }])
    expect(inheritedNotices([complete], false)).toEqual([])
  })
})

it('a cut keeps as much as fits, and no half of a character', () => {
  const cut = cutTo('👩'.repeat(5_000), 1_000)
  expect(cut.isWellFormed()).toBe(true)
  expect(estimateTokens(cut)).toBeGreaterThan(995)
  expect(estimateTokens(cut)).toBeLessThanOrEqual(1_000)
  expect(cutTo('court', 2)).toBe('court')
  expect(cutTo('x'.repeat(50), 3)).toBe('xxx')
  expect(cutTo('x', -1)).toBe('')
})

describe('images', () => {
  const image = { media_type: 'image/png', data: 'AAAA' } as const
  const withImages = (count: number, turn: LlmMessage): LlmMessage => ({ ...turn, images: Array.from({ length: count }, () => image) })

  it('of the question stay, and take their tokens from the rest', () => {
    const turns = [...exchanges(40, 300), withImages(2, question)]
    const { messages } = share({ turns }).compose(null)
    expect(messages.at(-1)).toEqual(turns.at(-1))
    expect(countTokens(messages)).toBeGreaterThan(2 * imageTokens)
    expect(countTokens(messages)).toBeLessThanOrEqual(promptTokensOf(32_000))
    const budget = (turn: LlmMessage) => share({ turns: [turn], wantsDocuments: true }).tokenBudget
    expect(budget(question) - budget(withImages(2, question))).toBeGreaterThan(imageTokens)
  })

  it('of an earlier question are left out before its text', () => {
    const [earlier, answer] = exchanges(1, 10)
    const turns = [withImages(1, earlier!), answer!, question]
    expect(share({ turns }).compose(null).messages[1]).toEqual(turns[0])
    expect(share({ turns, window: 2_400 }).compose(null).messages[1]).toEqual(earlier)
  })
})
