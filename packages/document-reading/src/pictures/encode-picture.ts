import { identifyFormat } from '../detect.ts'
import { ExtractionError, failureOf } from '../failure.ts'
import { imageSize, MAX_PIXELS } from '../formats/image.ts'
import type { Recogniser } from '../ocr/recognition.ts'
import type { EncodedPicture, PictureResult } from '../port.ts'
import { decodeJpeg } from './decode-jpeg.ts'
import { decodePng } from './decode-png.ts'
import { encodeJpeg } from './encode-jpeg.ts'
import { encodePng } from './encode-png.ts'
import type { Raster } from './raster.ts'

/** Maximum length of the long side of an encoded picture, in pixels. */
const MAX_SIDE = 2_048
/** Size, in bytes, above which a PNG is encoded again as a JPEG. */
const MAX_PNG_BYTES = 1_500_000
/** Maximum number of pixels of the images that only the recognition engine decodes (TIFF, interlaced PNG): it holds them in memory several times. */
const MAX_ENGINE_PIXELS = 20_000_000

/**
 * Encodes a picture again, with its pixels only: no metadata, thus no place. 2,048 pixels at most on the long side. Never throws. The declared dimensions
 * are checked before anything is decoded.
 */
export async function encodePicture(bytes: Uint8Array, filename: string, recogniser: Recogniser): Promise<PictureResult> {
  try {
    const format = identifyFormat(bytes, filename)
    const size = imageSize(bytes)
    if (size === null || size.width * size.height === 0) throw new ExtractionError('extraction.damaged')
    if (size.width * size.height > MAX_PIXELS) throw new ExtractionError('extraction.too_big', 'image de trop grande dimension')
    const decodeByEngine = async () => {
      if (size.width * size.height > MAX_ENGINE_PIXELS) throw new ExtractionError('extraction.too_big', 'image de trop grande dimension')
      return decodePng(await recogniser.toPng(bytes), MAX_SIDE)
    }
    let raster: Raster | null
    if (format === 'jpeg') raster = await decodeJpeg(bytes, MAX_SIDE)
    else if (format === 'png') raster = (await decodePng(bytes, MAX_SIDE)) ?? (await decodeByEngine())
    else if (format === 'tiff') raster = await decodeByEngine()
    else throw new ExtractionError('extraction.unsupported')
    if (raster === null) throw new ExtractionError('extraction.damaged')
    return { ok: true, picture: encode(raster, format === 'jpeg') }
  } catch (error) {
    return { ok: false, failure: error instanceof ExtractionError ? failureOf(error.code, error.message) : failureOf('extraction.damaged') }
  }
}

function encode(raster: Raster, isPhotograph: boolean): EncodedPicture {
  const { width, height } = raster
  const png = isPhotograph ? null : encodePng(raster)
  return png !== null && png.length <= MAX_PNG_BYTES
    ? { media_type: 'image/png', width, height, bytes: png }
    : { media_type: 'image/jpeg', width, height, bytes: encodeJpeg(raster) }
}
