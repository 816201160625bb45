/** Entry point of a search thread: keeps indexes open and runs one search after the other. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import {
  IndexDamaged,
  IndexMissing,
  type EngineSearch,
  type FrequencyQuestion,
  type NeighbourSearch,
  type Frequencies,
} from '../../engine.js'
import { isHeavy } from './cost.js'
import { asDamage } from './index_database.js'
import { IndexFiles, type LiveFile } from './index_files.js'
import { TimeSliceExceeded, IndexReader, type Limits } from './index_reader.js'
import { buildIndexLayout } from './layout.js'
import { errorForThread, type Reply, type Task, type ThreadData } from './messages.js'
import { findNeighbours } from './neighbours.js'
import { runCount, runSearch } from './run_search.js'
import { lowerThreadPriority } from '#app/support/start_thread'
import { matchExpression } from './match_expression.js'
import { countMatches } from './matching_rows.js'

/**
 * CPU time in milliseconds that a search gets in a light thread. With wall time alone, a cheap
 * search on a busy machine would be forwarded to the heavy threads for time it didn't use.
 */
const LIGHT_TIME = 200
/** Wall time in milliseconds: the maximum that others wait for it. */
const LIGHT_TIMEOUT = 1000

const { indexes, folder, lane, mostRanked } = workerData as ThreadData
if (lane === 'heavy') lowerThreadPriority()
const port = parentPort as MessagePort
const layouts = new Map(
  indexes.map((definition) => [definition.name, buildIndexLayout(definition)] as const)
)
const open = new Map<string, { file: string; reader: IndexReader }>()

port.on('message', (task: Task | 'close') => {
  if (task === 'close') {
    for (const { reader } of open.values()) reader.close()
    port.close()
    return
  }
  port.postMessage(answer(task))
})

function answer(task: Task): Reply {
  const now = performance.timeOrigin + performance.now()
  const limits: Limits = {
    deadline: task.endsAt,
    isCancelled: () => Atomics.load(task.cancelled, 0) !== 0,
    ...(task.onlyIfLight && {
      handOverAt: now + LIGHT_TIME,
      handsOver: handedOnAfter(now + LIGHT_TIMEOUT),
    }),
  }
  const { index } = task.search
  const files = new IndexFiles(folder, index)
  const live = files.liveFile()
  try {
    const { reader, file } = openIndex(index, files, live)
    if (task.kind === 'search' && task.onlyIfLight) {
      const search = task.search as EngineSearch
      if (reader.within(limits, () => isHeavy(reader, search))) return { heavy: true }
    }
    const result = resultOf(task, reader, limits)
    return { result, state: `${file} ${reader.generation}` }
  } catch (error) {
    if (error instanceof TimeSliceExceeded) return { heavy: true }
    const problem = asDamage(error, index)
    if (problem instanceof IndexDamaged) files.noteDamage(live, problem.reason)
    return { error: errorForThread(problem) }
  }
}

/** Whether a search that starts now has used up its time in a light thread. */
function handedOnAfter(latest: number): () => boolean {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return user + system > LIGHT_TIME * 1000 || performance.timeOrigin + performance.now() > latest
  }
}

function resultOf({ kind, search }: Task, reader: IndexReader, limits: Limits): unknown {
  switch (kind) {
    case 'search':
      return runSearch(reader, search as EngineSearch, limits)
    case 'count':
      return runCount(reader, search as EngineSearch, limits)
    case 'neighbours':
      return findNeighbours(reader, search as NeighbourSearch, limits)
    case 'frequencies':
      return countFrequencies(reader, search as FrequencyQuestion, limits)
  }
}

/** The open index; reopened when another file becomes the live one. */
function openIndex(
  index: string,
  files: IndexFiles,
  live: LiveFile
): { file: string; reader: IndexReader } {
  const layout = layouts.get(index)
  if (!layout) throw new IndexMissing(index)
  const damage = files.readFileDamage(live)
  if (damage !== null) throw new IndexDamaged(index, damage)
  const known = open.get(index)
  if (known?.file === live.identity) return known
  known?.reader.close()
  open.delete(index)
  const opened = { file: live.identity, reader: new IndexReader(live.path, layout, mostRanked) }
  open.set(index, opened)
  return opened
}

/** Maximum number of rows counted. */
const MAX_ROWS = 20_000

/** @throws SearchTooSlow, SearchTooBroad */
function countFrequencies(
  reader: IndexReader,
  { trees, upTo = MAX_ROWS }: FrequencyQuestion,
  limits: Limits
): Frequencies {
  const most = Math.min(upTo, MAX_ROWS)
  return reader.within(limits, () => ({
    rows: Number(reader.database.about('rows') ?? 0),
    frequencies: trees.map((tree) => {
      reader.checkLimits()
      const resolved = reader.resolve(tree)
      const expression = matchExpression(resolved, reader.layout)
      const count =
        expression === null
          ? countMatches(reader, reader.compiler().compile(resolved), { grain: 'leaf', upTo: most })
          : reader.countUpTo(expression, most)
      return count < most ? count : 0
    }),
  }))
}
