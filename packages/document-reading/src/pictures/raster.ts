/** Opaque image in memory: red, green and blue, one byte each, line by line from the top. */
export type Raster = { width: number; height: number; pixels: Uint8Array }

/** Receives the lines of an image from the top, and returns it reduced. */
type RasterReducer = { addLine(rgb: Uint8Array): void; finish(): Raster }

/**
 * Creates a reducer by area average: each output pixel is the mean of the surface that it covers. An image of at most `maxSide` pixels on its
 * long side is not reduced. Only one line of the source is in memory.
 */
export function createReducer(width: number, height: number, maxSide: number): RasterReducer {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const outWidth = Math.max(1, Math.round(width * scale))
  const outHeight = Math.max(1, Math.round(height * scale))
  const pixels = new Uint8Array(outWidth * outHeight * 3)
  let line = 0
  if (scale === 1) {
    return {
      addLine: (rgb) => pixels.set(rgb.subarray(0, width * 3), line++ * width * 3),
      finish: () => ({ width, height, pixels }),
    }
  }
  const reduced = new Float32Array(outWidth * 3)
  let sums = new Float32Array(outWidth * 3)
  let written = 0
  const write = () => {
    if (written === outHeight) return
    const at = written++ * outWidth * 3
    for (let i = 0; i < sums.length; i++) pixels[at + i] = Math.min(255, sums[i]! + 0.5)
  }
  const add = (share: number) => {
    for (let i = 0; i < sums.length; i++) sums[i]! += reduced[i]! * share
  }
  return {
    addLine(rgb) {
      reduceLine(rgb, width, reduced)
      const top = (line * outHeight) / height
      const bottom = (++line * outHeight) / height
      const next = Math.floor(top) + 1
      add(Math.min(bottom, next) - top)
      if (bottom < next) return
      write()
      sums = new Float32Array(outWidth * 3)
      add(bottom - next)
    },
    finish() {
      // The last line, when rounding left it a hair short of its end.
      write()
      return { width: outWidth, height: outHeight, pixels }
    },
  }
}

function reduceLine(rgb: Uint8Array, width: number, reduced: Float32Array): void {
  const outWidth = reduced.length / 3
  const span = width / outWidth
  for (let out = 0; out < outWidth; out++) {
    const start = out * span
    const end = Math.min(width, start + span)
    let red = 0
    let green = 0
    let blue = 0
    for (let x = Math.floor(start); x < end; x++) {
      const share = Math.min(x + 1, end) - Math.max(x, start)
      red += rgb[x * 3]! * share
      green += rgb[x * 3 + 1]! * share
      blue += rgb[x * 3 + 2]! * share
    }
    reduced[out * 3] = red / span
    reduced[out * 3 + 1] = green / span
    reduced[out * 3 + 2] = blue / span
  }
}
