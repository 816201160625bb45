/** Heavy searches: the hits are listed and counted at the same time. */
import type { EngineAnswer, EngineSearch } from '../../engine.js'
import type { Reply, Task } from './messages.js'
import type { Counted } from './run_search.js'
import type { SearchLane } from './search_lane.js'

/** Answers like one thread that does both. @throws SearchTooSlow when too many searches wait already */
export async function runHeavy(lane: SearchLane, task: Task): Promise<Reply> {
  const search = task.search as EngineSearch
  if (!search.count || search.size === 0) return lane.run(task)
  const [listed, counted] = await Promise.all([
    lane.run({ ...task, search: { ...search, count: false, facets: [] } as Task['search'] }),
    lane.run({ ...task, kind: 'count' }),
  ])
  if (!('state' in listed)) return listed
  if (!('state' in counted)) return counted
  // The index has changed between them: one look at it must answer.
  if (listed.state !== counted.state) return lane.run(task)
  const answer = listed.result as EngineAnswer
  return { ...listed, result: { ...answer, ...(counted.result as Counted) } }
}
