/** Visualizations in the form that pages show. */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { MAX_VISUALIZATIONS } from '../limits.js'
import type { NetworkData } from '../network/network_data.js'

export interface ShownVisualization {
  id: number
  user: number
  title: string
  notes: string
  published: boolean
  deleted: boolean
  views: number
  /** IDs of the first and the last decision. */
  start: number
  end: number
  /** Their names. */
  from: string
  to: string
  decisions: number
}

const NAME = (alias: string) =>
  `coalesce(nullif(${alias}.case_name, ''), nullif(${alias}.case_name_full, ''), 'No. ' || ${alias}.id)`

const SHOWN = `SELECT json_build_object(
    'id', v.id, 'user', v.user_id, 'title', v.title, 'notes', v.notes, 'published', v.published,
    'deleted', v.deleted, 'views', v.view_count, 'start', s.id, 'end', e.id,
    'from', ${NAME('s')}, 'to', ${NAME('e')},
    'decisions', (SELECT count(*) FROM visualization_clusters c WHERE c.visualization_id = v.id)
  )::text FROM visualizations v
  JOIN opinion_clusters s ON s.id = v.cluster_start_id
  JOIN opinion_clusters e ON e.id = v.cluster_end_id`

const BY_ID = new NamedStatement(`${SHOWN} WHERE v.id = $1`)
const OF_ACCOUNT = new NamedStatement(
  `${SHOWN} WHERE v.user_id = $1 ORDER BY v.deleted, v.id DESC LIMIT ${MAX_VISUALIZATIONS}`
)
const NETWORK = new NamedStatement(
  'SELECT json_data FROM visualization_versions WHERE visualization_id = $1 ORDER BY id DESC LIMIT 1'
)

const ID = /^\d{1,18}$/

/** @returns undefined for an invalid or unknown ID */
export async function findVisualization(
  reader: Reader,
  id: string
): Promise<ShownVisualization | undefined> {
  if (!ID.test(id)) return undefined
  return (await read(reader, BY_ID, [id]))[0]
}

/** An account's visualizations, latest first, deleted ones last. */
export function listVisualizations(
  reader: Reader,
  accountId: number
): Promise<ShownVisualization[]> {
  return read(reader, OF_ACCOUNT, [accountId])
}

/** The latest network of a visualization. */
export async function loadNewestNetwork(reader: Reader, id: number): Promise<NetworkData> {
  const [row] = await reader.rows(NETWORK, [id])
  return JSON.parse(row![0]!) as NetworkData
}

async function read(
  reader: Reader,
  statement: NamedStatement,
  values: unknown[]
): Promise<ShownVisualization[]> {
  const rows = await reader.rows(statement, values)
  return rows.map(([json]) => JSON.parse(json!) as ShownVisualization)
}
