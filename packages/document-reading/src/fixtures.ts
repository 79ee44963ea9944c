/** Small files made for tests: Office, OpenDocument, PDF, images. */

export * from './testing/office-fixtures.ts'
export * from './testing/pdf-fixture.ts'
export { makePng, withExif } from './testing/image-fixtures.ts'
export { encodeJpeg } from './pictures/encode-jpeg.ts'
