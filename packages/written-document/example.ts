import { applyProposal, blocksOfMarkdown, numberBlocks, parseMarks, placeChanges, toMarkdown, withId, type Block } from '@parvis/written-document'
import { readFileSync } from 'node:fs'

// node packages/written-document/example.ts document.md reponse.txt
const [document, answer] = process.argv.slice(2)
if (document === undefined || answer === undefined)
  throw new Error('Indiquez un document et une réponse : node packages/written-document/example.ts document.md reponse.txt')

let blocks: Block[] = blocksOfMarkdown(readFileSync(document, 'utf8')).map((content) => withId(content))
console.log(`${numberBlocks(blocks)}\n`)
const { prose, changes } = parseMarks(readFileSync(answer, 'utf8'))
if (prose !== '') console.log(`${prose}\n`)
for (const proposal of placeChanges(changes, blocks, null)) {
  if (proposal.kind === 'unplaced') console.log(`Non placé (${proposal.reason}) : ${proposal.markdown.split('\n')[0]}`)
  else {
    const application = applyProposal(blocks, proposal)
    if (application.kind === 'applied') blocks = application.blocks
  }
}
console.log(`\n${toMarkdown(blocks)}`)
