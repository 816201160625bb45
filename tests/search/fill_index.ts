import type { SearchEngine } from '#app/search_engine/engine'
import type { Archive } from './archive.js'

/** Writes an archive into an index in one commit. Returns the number of written parents. */
export async function fillIndex(
  engine: SearchEngine,
  index: string,
  { parents, children }: Archive,
  target: 'live' | 'rebuild' = 'live',
  checkpoint = '1'
): Promise<number> {
  const byParent = Map.groupBy(children, ({ parent }) => parent)
  const writer = await engine.openWriter(index, target)
  let written = 0
  try {
    for (const parent of parents) {
      if (await writer.startParent(parent, { isNew: target === 'rebuild' })) written++
      await writer.putChildren(byParent.get(parent.key) ?? [])
      await writer.finishParent({ complete: true })
    }
    await writer.commit(checkpoint)
    return written
  } finally {
    await writer.close()
  }
}
