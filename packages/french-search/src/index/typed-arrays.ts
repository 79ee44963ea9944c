/** Length from which arrays grow by a quarter instead of a half: a large index must not reserve much unused memory. */
const LARGE_ARRAY_LENGTH = 4_000_000

/** Returns the array, or a longer copy when it is too short. */
export const grow = <T extends Float32Array | Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array>(array: T, needed: number): T => {
  if (needed <= array.length) return array
  const larger = new (array.constructor as new (length: number) => T)(
    Math.max(needed, Math.ceil(array.length * (array.length > LARGE_ARRAY_LENGTH ? 1.25 : 1.5))),
  )
  larger.set(array)
  return larger
}

/** Maximum size of a variable-length number of seven bits a byte, in bytes. */
export const MAX_NUMBER_BYTES = 5

/** Writes a variable-length number, lowest seven bits first. Returns the end offset. */
export const writeNumber = (bytes: Uint8Array, index: number, value: number): number => {
  while (value > 127) {
    bytes[index++] = (value & 127) | 128
    value >>>= 7
  }
  bytes[index++] = value
  return index
}

/** Writes numbers one after another, each with a variable length. Returns the end offset. */
export const writeNumbers = (bytes: Uint8Array, numbers: Uint32Array): number => {
  let end = 0
  for (let i = 0; i < numbers.length; i++) end = writeNumber(bytes, end, numbers[i]!)
  return end
}

/** Returns the bytes that `writeNumbers` writes. */
export const encodeNumbers = (numbers: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(numbers.length * MAX_NUMBER_BYTES)
  return bytes.subarray(0, writeNumbers(bytes, numbers))
}

/** Reads the numbers written by `writeNumbers`. */
export const decodeNumbers = (bytes: Uint8Array): Uint32Array => {
  const numbers = new Uint32Array(bytes.length)
  let count = 0
  for (let index = 0, value = 0, shift = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    value |= (byte & 127) << shift
    shift += 7
    if (byte > 127) continue
    numbers[count++] = value
    value = shift = 0
  }
  return numbers.slice(0, count)
}
