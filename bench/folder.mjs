import { join } from 'node:path'
import { root } from '../scripts/build/root.mjs'

/** Where benchmarks keep what they make. */
export const folder = join(root, '.tmp', 'bench')
