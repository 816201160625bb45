import type { DemoRecords } from '#core/define_plugin'
import { UPLOAD_RIGHT, VIEW_RIGHT } from './rights.js'

/** The demo account may upload, and see the queue. */
export default async function demo({ grant }: DemoRecords): Promise<void> {
  for (const right of [UPLOAD_RIGHT, VIEW_RIGHT]) await grant(right)
}
