/** Small files made for tests: Office, OpenDocument, PDF. */

export * from './testing/office-fixtures.ts'
export * from './testing/pdf-fixture.ts'
