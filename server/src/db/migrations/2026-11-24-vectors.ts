import { vectorSchema } from '../../retrieval/schema.ts'

export const vectors = { id: '2026-11-24-vectors', sql: vectorSchema }
