/**
 * Finds changes to courts that affect searches. Most changes, such as those to the
 * last contact date, don't, and comparing all documents of a court is expensive. The
 * searched fields of each court are stored as of the last matching run.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { Change } from '#app/events/change_log'

const TABLE = 'courts'

/** Fields of a court that are searched. */
const SAID = `jsonb_build_array(c.full_name, c.citation_string, c.jurisdiction)`

interface Row {
  id: string
  said: string
  parent: string | null
  is_known: boolean
  is_said: boolean
  has_moved: boolean
}

export interface ChangedCourts {
  /** The changes without irrelevant changes to courts. If a court moved, all courts below it are included. */
  changes: Change[]
  /** Whether filters by court now include other courts. */
  meanOtherwise: boolean
  /** Stores the current fields of the courts. */
  remember: () => Promise<void>
}

/** Compares changed courts with their stored fields. */
export async function changedCourts(
  database: Pick<Database, 'rawQuery'>,
  changes: Change[]
): Promise<ChangedCourts> {
  const ofCourts = changes.filter(({ table }) => table === TABLE)
  const keys = [...new Set(ofCourts.flatMap((change) => change.keys))]
  if (!keys.length) return { changes, meanOtherwise: false, remember: async () => {} }
  const { rows } = await database.rawQuery<{ rows: Row[] }>(
    `SELECT c.id, ${SAID}::text AS said, c.parent_court_id AS parent, k.court_id IS NOT NULL AS is_known,
       k.said IS NOT DISTINCT FROM ${SAID} AS is_said, k.parent_court_id IS DISTINCT FROM c.parent_court_id AS has_moved
     FROM courts c LEFT JOIN search_alert_courts k ON k.court_id = c.id WHERE c.id = ANY(?)`,
    [keys] as never[]
  )
  const made = new Set(
    ofCourts.filter(({ kind }) => kind === 'created').flatMap((change) => change.keys)
  )
  // Documents of a new court are added after it and have their own changes.
  const old = rows.filter((row) => row.is_known || !made.has(row.id))
  const said = old.filter((row) => !row.is_said).map(({ id }) => id)
  const moved = old.filter((row) => row.has_moved).map(({ id }) => id)
  const wanted = [...new Set([...said, ...(await below(database, moved))])]
  const [first] = ofCourts
  return {
    changes: [
      ...changes.filter(({ table }) => table !== TABLE),
      ...(wanted.length ? [{ ...first!, keys: wanted }] : []),
    ],
    meanOtherwise: rows.length < keys.length || rows.some((row) => row.has_moved || !row.is_known),
    remember: async () => {
      await database.rawQuery(
        `INSERT INTO search_alert_courts SELECT * FROM unnest(?::text[], ?::jsonb[], ?::text[])
         ON CONFLICT (court_id) DO UPDATE SET said = excluded.said, parent_court_id = excluded.parent_court_id`,
        [
          rows.map(({ id }) => id),
          rows.map((row) => row.said),
          rows.map(({ parent }) => parent),
        ] as never[]
      )
    },
  }
}

/** Stores the fields of all courts before the first matching. */
export async function rememberCourts(database: Pick<Database, 'rawQuery'>): Promise<void> {
  await database.rawQuery(
    `INSERT INTO search_alert_courts SELECT c.id, ${SAID}, c.parent_court_id FROM courts c ON CONFLICT DO NOTHING`
  )
}

/** Courts and all courts below them. */
async function below(database: Pick<Database, 'rawQuery'>, courts: string[]): Promise<string[]> {
  if (!courts.length) return []
  const { rows } = await database.rawQuery<{ rows: { id: string }[] }>(
    `WITH RECURSIVE below AS (
       SELECT unnest(?::text[]) COLLATE "C" AS id
       UNION SELECT c.id FROM courts c JOIN below b ON c.parent_court_id = b.id
     ) SELECT id FROM below`,
    [courts] as never[]
  )
  return rows.map(({ id }) => id)
}
