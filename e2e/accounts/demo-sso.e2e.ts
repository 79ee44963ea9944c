import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openPage } from '../support/browser.ts'
import { freePort } from '../../server/src/testing/listen-locally.ts'

// `npm run demo:sso`, as docs/organisation.md walks through it: a first start on no data, which a full proof alone pays for (vitest.config.ts).

const demo = fileURLToPath(new URL('../../tools/demo-sso.ts', import.meta.url))
let child: ChildProcess
let url: string

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, [demo], { env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn' }, stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The demonstration stopped (${code}). It said:\n${said}`)))
    child.stdout!.on('data', (chunk: Buffer) => {
      said += String(chunk)
      if (/Parvis est prêt/.test(said)) resolve()
    })
  })
})
afterAll(async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const code = await ended
  if (code !== 0) throw new Error(`The demonstration ended with ${String(code)}`)
})

test('the demonstration starts, and who comes by its provider has the services and the rights that it gives', async () => {
  const { page, close } = await openPage(await launchBrowser(), url, { expected: [/127\.0\.0\.1/] })
  await page.goto('/users')
  await page.getByRole('button', { name: 'S’identifier avec ProConnect' }).waitFor()
  await page.getByRole('button', { name: 'Se connecter avec l’agglomération' }).click()
  await page.getByRole('button', { name: /Sophie Martin/ }).click()
  await page.getByText('sophie.martin@agglo.example').last().waitFor()
  await page.getByRole('navigation', { name: 'Gestion des utilisateurs' }).getByRole('link', { name: 'Services' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Ressources humaines' })
  await row.waitFor()
  expect(await row.innerText()).toContain('service:Ressources humaines')
  await close()
})
