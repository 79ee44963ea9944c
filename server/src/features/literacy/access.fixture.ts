import { routes } from '@parvis/contract'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'

const { literacy, literacyFigures } = routes

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [publicRule(literacy.own), publicRule(literacy.complete, { body: { module: 'modele' } }), publicRule(literacyFigures.read)]
