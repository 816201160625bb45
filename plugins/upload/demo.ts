import type { DemoRecords } from '#core/define_plugin'
import { UPLOAD_RIGHT, VIEW_RIGHT } from './rights.js'

/** Lets the demo account upload files and see the queue. */
export default async function demo({ grant }: DemoRecords): Promise<void> {
  for (const right of [UPLOAD_RIGHT, VIEW_RIGHT]) await grant(right)
}
