// WebAssembly, assembled here instruction by instruction: the repository holds no binary and needs no compiler.
// Opcodes: https://webassembly.github.io/spec/core/binary/instructions.html (SIMD ones follow 0xfd).

const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const I32 = 0x7f
const V128 = 0x7b
const VOID = 0x40

/** Unsigned LEB128. */
const number = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >>> 7)])
const simd = (opcode: number): number[] => [0xfd, ...number(opcode)]
const vector = (items: number[][]): number[] => [...number(items.length), ...items.flat()]
const section = (id: number, content: number[]): number[] => [id, ...number(content.length), ...content]
const name = (text: string): number[] => vector([...Buffer.from(text)].map((byte) => [byte]))

const get = (local: number): number[] => [0x20, local]
const set = (local: number): number[] => [0x21, local]
const constant = (value: number): number[] => {
  if (value > 63) throw new RangeError('signed constants of one byte only')
  return [0x41, value]
}
const add = [0x6a]
const subtract = [0x6b]
const lessThan = [0x49]
const load128 = [...simd(0x00), 4, 0]
const store32 = [0x36, 2, 0]
const zero128 = [...simd(0x0c), ...Array<number>(16).fill(0)]
const multiplyLow = simd(0x9c)
const multiplyHigh = simd(0x9d)
const addPairs = simd(0x7e)
const add128 = simd(0xae)
const lane = (index: number): number[] => [...simd(0x1b), index]
const steps = (...parts: number[][]): number[] => parts.flat()
/** Runs `body` until `condition` is false; the condition must hold when it begins. */
const repeatWhile = (condition: number[], body: number[]): number[] => steps([0x03, VOID], body, condition, [0x0d, 0, 0x0b])

// Parameters, then locals.
const [QUESTION, ROW, WIDTH, COUNT, OUTPUT, AT, END, SUM, MINE, THEIRS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const

const sixteenBytes = steps(
  steps(get(AT), load128, set(MINE)),
  steps(get(ROW), load128, set(THEIRS)),
  steps(get(SUM), get(MINE), get(THEIRS), multiplyLow, addPairs, add128),
  steps(get(MINE), get(THEIRS), multiplyHigh, addPairs, add128, set(SUM)),
  steps(get(AT), constant(16), add, set(AT)),
  steps(get(ROW), constant(16), add, set(ROW)),
)

const oneRow = steps(
  steps(zero128, set(SUM), get(QUESTION), set(AT)),
  repeatWhile(steps(get(AT), get(END), lessThan), sixteenBytes),
  get(OUTPUT),
  steps(get(SUM), lane(0), get(SUM), lane(1), add, get(SUM), lane(2), add, get(SUM), lane(3), add),
  store32,
  steps(get(OUTPUT), constant(4), add, set(OUTPUT)),
  steps(get(COUNT), constant(1), subtract, set(COUNT)),
)

/**
 * `multiply(question, rows, width, count, output)`, all addresses in the imported memory `env.memory`: the products of one
 * vector of `width` signed bytes (a multiple of 16) with `count` (1 at least) rows that follow one another, as int32.
 */
export const dotProductsModule = (): Uint8Array<ArrayBuffer> => {
  const locals = vector([
    [2, I32],
    [3, V128],
  ])
  const body = steps(locals, get(QUESTION), get(WIDTH), add, set(END), repeatWhile(get(COUNT), oneRow), [0x0b])
  const type = steps([0x60], vector([[I32], [I32], [I32], [I32], [I32]]), [0])
  return Uint8Array.from(
    steps(
      HEADER,
      section(1, vector([type])),
      section(2, vector([steps(name('env'), name('memory'), [2, 1, 1], number(65_536))])),
      section(3, vector([[0]])),
      section(7, vector([steps(name('multiply'), [0, 0])])),
      section(10, vector([steps(number(body.length), body)])),
    ),
  )
}
