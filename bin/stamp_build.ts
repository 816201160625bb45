/**
 * Notes which sources a build is of, so that a start does not build them
 * again; the build runs it last (`hooks` in adonisrc.ts).
 */
import { fileURLToPath } from 'node:url'
import { markBuilt } from './build_stamp.js'

export default function stampBuild(): void {
  markBuilt(fileURLToPath(new URL('../', import.meta.url)))
}
