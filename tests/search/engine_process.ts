/**
 * A separate process with the embedded engine. Arguments: the mode and the folder.
 * `write`: writes cases one by one, ten per commit, endlessly, and prints each
 * committed checkpoint.
 * `read`: searches endlessly and prints the result whenever it changes.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbeddedEngine } from '#app/search_engine/engines/embedded/engine'
import { ALL } from '#app/search_engine/query/tree'
import { CASES } from './archive.js'

const [task, folder] = process.argv.slice(2) as [string, string]
const engine = await openEmbeddedEngine({ indexes: [CASES], folder })
if (task === 'write') await write()
else await read()

async function write() {
  const writer = await engine.openWriter('cases', 'live')
  let key = Number((await writer.checkpoint()) ?? 0)
  for (;;) {
    for (let count = 0; count < 10; count++) {
      key++
      const filed = `20${String(10 + (key % 10))}-01-01`
      const fields = { name: `case n${key}`, filed }
      await writer.startParent({ key, date: filed, factor: 1, fields })
      const text = 'words of a long text '.repeat(20)
      await writer.putChildren([{ key, parent: key, fields: { text } }])
      await writer.finishParent({ complete: true })
    }
    await writer.commit(String(key))
    console.log(key)
  }
}

async function read() {
  let last = ''
  for (;;) {
    const { hits, count } = await engine.search({
      index: 'cases',
      query: ALL,
      filter: ALL,
      grain: 'parent',
      order: { by: 'score' },
      scoring: { today: '2024-01-01' },
      size: 1000,
      children: 0,
      count: true,
      deadline: 10_000,
    })
    // All from one index, never from both.
    const found = `${hits
      .map(({ key }) => key)
      .sort((one, other) => one - other)
      .join(' ')} ${count}`
    if (found !== last) console.log((last = found))
    await wait(5)
  }
}
