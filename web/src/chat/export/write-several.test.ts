// @ts-expect-error: the browser's types know no files; tests run in Node.
import { readFileSync } from 'node:fs'
import type { ConversationWithMessages } from '@parvis/contract'
import { openParts, readStrictly } from '@parvis/office-writing/fixtures'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/transport/api-error.ts'
import { context, message } from './export.fixture.ts'
import { writeSeveral } from './write-several.ts'

const letterhead = new Uint8Array(readFileSync(new URL('../../../public/templates/export_template.docx', import.meta.url)))
const { date } = context

const kept = (id: string, title: string, content = `Réponse de ${id}`): ConversationWithMessages =>
  ({
    id,
    title,
    assistant_name: 'Rédacteur',
    library: null,
    project_name: null,
    created_at: date,
    changes: [],
    messages: content === '' ? [{ ...message, role: 'system', content: 'Consigne' }] : [{ ...message, content, sources: [] }],
  }) as unknown as ConversationWithMessages

const conversations = [
  kept('a', 'Note'),
  kept('b', '../../Note'),
  kept('c', 'NOTE'),
  kept('d', 'Partie'),
  kept('e', 'Vide', ''),
  kept('f', 'En panne'),
  kept('g', 'Dernière'),
]
const refusals: Record<string, unknown> = { d: new ApiError(404, { error: 'Introuvable' }), f: new ApiError(0) }

async function read(id: string) {
  if (id in refusals) throw refusals[id]
  return conversations.find((one) => one.id === id)!
}

const asked = () => ({ conversations, letterhead, date, read, onProgress: vi.fn<(done: number) => void>(), signal: new AbortController().signal })

describe('several conversations', () => {
  it('are a document each, under names that are unique on every system and lead to no folder', async () => {
    const { files } = await writeSeveral(asked())
    expect(files.map(({ name }) => name)).toEqual(['Note-2026-11-21.docx', 'Note-2026-11-21-2.docx', 'NOTE-2026-11-21-3.docx', 'Derniere-2026-11-21.docx'])
    for (const [at, id] of ['a', 'b', 'c', 'g'].entries())
      expect(readStrictly(openParts(files[at]!.content)['word/document.xml']!)).toContain(`Réponse de ${id}Texte généré`)
  })

  it('go on without those that are gone, empty or cannot be read, which are named with why', async () => {
    const request = asked()
    const { leftOut } = await writeSeveral(request)
    expect(leftOut).toEqual([
      { id: 'd', title: 'Partie', reason: 'Cette conversation n’existe plus' },
      { id: 'e', title: 'Vide', reason: 'Cette conversation est vide' },
      { id: 'f', title: 'En panne', reason: 'Aucune réponse du serveur. Vérifiez votre connexion internet' },
    ])
    expect(request.onProgress.mock.calls.flat()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('are asked for a few at a time', async () => {
    let running = 0
    let most = 0
    const slowly = async (id: string) => {
      most = Math.max(most, (running += 1))
      await Promise.resolve()
      running -= 1
      return read(id)
    }
    await writeSeveral({ ...asked(), read: slowly })
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(3)
  })

  it('stop where they are when the person says so', async () => {
    const stop = new AbortController()
    const onProgress = vi.fn<(done: number) => void>((done) => void (done === 2 && stop.abort()))
    await expect(writeSeveral({ ...asked(), onProgress, signal: stop.signal })).rejects.toThrow(/abort/i)
    expect(onProgress).toHaveBeenCalledTimes(2)
  })
})
