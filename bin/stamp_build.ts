/**
 * Records the sources of a build, so that a start doesn't rebuild them. A hook in adonisrc.ts
 * runs it last.
 */
import { fileURLToPath } from 'node:url'
import { markBuilt } from './build_stamp.js'

export default function stampBuild(): void {
  markBuilt(fileURLToPath(new URL('../', import.meta.url)))
}
