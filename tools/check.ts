import { runChecks } from './checks.ts'

// `npm run check`. `-- --full`, as on a continuous integration: also what passed on the same files.
const isFull = process.argv.includes('--full') || Boolean(process.env['CI'])
const { passed, failed } = await runChecks({ isFull })
console.log(`${passed} passed, ${failed} failed, 0 skipped`)
process.exitCode = failed === 0 ? 0 : 1
