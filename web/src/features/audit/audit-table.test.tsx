import type { AuditEntry } from '@parvis/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AuditTable } from './AuditTable.tsx'

const entry: AuditEntry = {
  seq: 1,
  at: '2026-11-21T07:00:00.000Z',
  act: 'login',
  outcome: 'auth.credentials',
  actor: null,
  actor_name: null,
  target: null,
  target_name: null,
  count: null,
  ip: '203.0.113.7',
  request_id: null,
}
const drawn = (changes: Partial<AuditEntry>) => renderToStaticMarkup(<AuditTable entries={[{ ...entry, ...changes }]} />)

it('names the server where it acts by itself, and nobody where nobody is signed in', () => {
  expect(drawn({})).toContain('Non connecté')
  for (const act of ['retention.purge', 'project.inherit', 'operator.backup']) {
    const html = drawn({ act, outcome: 'done', target: '0b6b2f4e-0000-4000-8000-000000000000', ip: null })
    expect([act, html.includes('>Le serveur<'), html.includes('Non connecté')]).toEqual([act, true, false])
  }
})
