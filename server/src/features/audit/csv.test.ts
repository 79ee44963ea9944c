import { expect, test } from 'vitest'
import { toCsv } from './routes.ts'

test('French headers, one line per act, what is unknown as it is', async () => {
  async function* pages() {
    const common = { actor: null, actor_name: null, target: 'k', target_name: '=cmd', count: null, ip: '203.0.113.7', request_id: 'r' }
    yield [
      { seq: 2, at: '2026-11-21T07:00:00.000Z', act: 'login', outcome: 'auth.credentials', ...common },
      { seq: 1, at: '2026-11-21T06:00:00.000Z', act: 'ancien', outcome: 'done', ...common },
      { seq: 0, at: '2026-11-21T05:00:00.000Z', act: 'login', outcome: 'auth.second_factor_required', ...common },
    ]
  }
  const lines = (await Array.fromAsync(toCsv(pages()))).join('').split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffNuméro;Date \(UTC\);Sorte;Acte;Code de l’acte;Issue;/)
  expect(lines[1]).toContain(';Connexions et accès;Connexion;login;')
  expect(lines[1]).toContain(";'=cmd;")
  expect(lines[2]).toContain(';;ancien;ancien;Fait;done;')
  expect(lines[3]).toContain(';login;Première étape;auth.second_factor_required;')
  expect(lines).toHaveLength(5)
})
