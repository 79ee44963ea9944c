import { benchFairness } from './fairness/run.ts'
const r = await benchFairness('60', process.argv[2])
for (const row of r.rows) console.log(JSON.stringify(row))
