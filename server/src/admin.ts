import { administer } from './operations/administer.ts'
import { runCommand } from './operations/command.ts'

await runCommand(process.env, administer)
