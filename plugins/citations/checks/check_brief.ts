/** The brief check: each citation of a text, compared with the archive. */
import type { Reader } from '#app/database/reader'
import type { TaskOptions } from '#app/support/tasks/queued_task'
import { taskModule } from '#app/support/tasks/task_module'
import { interactiveTasks } from '#app/support/tasks/tasks'
import { MAX_PASTED_LENGTH } from '../lookup/lookup_request.js'
import { MAX_CITATIONS } from '../lookup/look_up.js'
import { matchCitations } from '../lookup/match_citations.js'
import { boundedText } from '../lookup/text_tasks.js'
import type { BriefCitation } from './brief_citations.js'
import type { BriefResult } from './checks.js'
import { readCourtNames, readDecisions } from './read_decisions.js'

const READ = taskModule<typeof import('./brief_task.js')>(
  new URL('./brief_task', import.meta.url),
  boundedText(MAX_PASTED_LENGTH)
)
const CHECK = taskModule<typeof import('./check_task.js')>(new URL('./check_task', import.meta.url))

/** Maximum number of decisions per citation. */
const MAX_CANDIDATES = 10

/** Finds the citations of a brief. @throws TaskQueueFull, TaskTooHard */
export function findBriefCitations(text: string, options?: TaskOptions): Promise<BriefCitation[]> {
  return interactiveTasks.run(READ, { text }, options)
}

/**
 * Compares citations with the archive: up to 250 full ones, and those that refer to them.
 *
 * @throws TaskQueueFull, TaskTooHard
 */
export async function checkBrief(
  reader: Pick<Reader, 'rows'>,
  citations: BriefCitation[],
  options?: TaskOptions
): Promise<BriefResult[]> {
  const places = [...citations.keys()]
    .filter((place) => citations[place]!.located)
    .slice(0, MAX_CITATIONS)
  const matches = await matchCitations(
    reader,
    places.map((place) => citations[place]!.located!)
  )
  const candidates: (readonly string[] | null)[] = citations.map(() => [])
  for (const [at, place] of places.entries()) {
    const { reporters } = citations[place]!.located!
    candidates[place] = reporters.length ? matches[at]!.clusters.slice(0, MAX_CANDIDATES) : null
  }
  const keys = [...new Set(candidates.flatMap((found) => found ?? []))]
  const decisions = await readDecisions(reader, keys)
  const checked = await interactiveTasks.run(CHECK, { citations, candidates, decisions }, options)
  const courts = await readCourtNames(reader, [
    ...new Set(citations.flatMap(({ cited }) => cited.court ?? [])),
  ])
  return citations.map(({ kind, citation, start, end, full, cited }, place) => {
    const { state, decision, checks, anchor } = checked[place]!
    const found = (full === null ? [] : (candidates[full] ?? [])).flatMap((key) => {
      const one = decisions.get(key)
      if (!one) return []
      const [name = ''] = one.names
      return { id: one.id, path: one.path, name, court: one.courtText, year: one.year }
    })
    return {
      kind,
      citation,
      start,
      end,
      name: cited.name,
      state,
      decision: decision === null ? null : (found[decision] ?? null),
      candidates: state === 'ambiguous' ? found : [],
      checks: checks
        .filter(({ matches: result }) => result !== null)
        .map((one) =>
          one.check === 'court' ? { ...one, cited: courts.get(one.cited) ?? one.cited } : one
        ),
      uncompared: checks
        .filter(({ matches: result, cited: stated }) => result === null && stated !== '')
        .map(({ check, cited: stated }) => ({ check, cited: stated })),
      anchor,
    }
  })
}
