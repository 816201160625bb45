/**
 * Writes the differences between stored and derived rows of opinions.
 */
import { createHash } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { addToCounts } from './counts.js'
import { addDifferences, noDifferences, type Differences } from './differences.js'
import { readStored, type Stored } from './stored_links.js'
import type { WantedRows } from './wanted_rows.js'

/** An opinion whose text was read. */
export interface LinkedOpinion {
  readonly id: number
  /** Version of the row when it was read. */
  readonly version: string
  readonly textHash: string
  /** New `html_with_citations`; null if linking may not write it. */
  readonly html: string | null
  readonly rows: WantedRows
  /** Why the text was not read. */
  readonly problem: string | null
}

/** @returns IDs of opinions that changed since they were read, which are skipped */
export async function writeLinks(
  trx: TransactionClientContract,
  opinions: readonly LinkedOpinion[]
): Promise<number[]> {
  const ids = opinions.map(({ id }) => id)
  const stored = await readStored(trx, ids)
  const current = opinions.filter(({ id, version }) => stored.get(id)?.version === version)
  const all = noDifferences()
  for (const { id, rows } of current) addDifferences(all, stored.get(id)!, rows)
  await writeHtml(trx, current, stored)
  const added = await writeRows(trx, all)
  await writeRecords(trx, current, stored, added, all)
  await addToCounts(trx, all.counts)
  return opinions
    .filter(({ id }) => stored.has(id) && !current.some((one) => one.id === id))
    .map(({ id }) => id)
}

async function writeHtml(
  trx: TransactionClientContract,
  opinions: readonly LinkedOpinion[],
  stored: ReadonlyMap<number, Stored>
): Promise<void> {
  const changed = opinions
    .filter(({ id, html }) => html !== null && hashOf(html) !== stored.get(id)!.htmlHash)
    .map(({ id, html, version }) => ({ id, html, version }))
  if (changed.length) await trx.rawQuery(HTML, [JSON.stringify(changed)])
}

/** Doesn't overwrite a text that an import has written since. */
const HTML = `
  UPDATE opinions o SET html_with_citations = new.html, date_modified = now()
  FROM json_to_recordset(?::json) AS new (id bigint, html text, version text)
  WHERE o.id = new.id AND o.xmin::text = new.version`

interface Added {
  remarks: { id: number; opinion: number }[]
  unmatched: { id: number; opinion: number }[]
}

async function writeRows(trx: TransactionClientContract, all: Differences): Promise<Added> {
  const run = async (sql: string, rows: readonly unknown[]) => {
    if (!rows.length) return []
    const answer = await trx.rawQuery<{ rows: { id: string; opinion: string }[] }>(sql, [
      JSON.stringify(rows),
    ])
    return answer.rows.map(({ id, opinion }) => ({ id: Number(id), opinion: Number(opinion) }))
  }
  await run(`DELETE FROM opinions_cited WHERE id IN (${KEYS})`, all.deletedEdges)
  await run(`DELETE FROM parentheticals WHERE id IN (${KEYS})`, all.deletedRemarks)
  await run(`DELETE FROM unmatched_citations WHERE id IN (${KEYS})`, all.deletedUnmatched)
  if (all.deletedTreatments.length)
    await trx.rawQuery(DELETED_TREATMENTS, [JSON.stringify(all.deletedTreatments)])
  if (all.newTreatments.length)
    await trx.rawQuery(NEW_TREATMENTS, [JSON.stringify(all.newTreatments)])
  if (all.deletedStatutes.length)
    await trx.rawQuery(DELETED_STATUTES, [JSON.stringify(all.deletedStatutes)])
  if (all.newStatutes.length) await trx.rawQuery(NEW_STATUTES, [JSON.stringify(all.newStatutes)])
  await run(MOVE_NOTES, all.notes)
  await run(NEW_EDGES, all.newEdges)
  await run(
    `UPDATE opinions_cited e SET depth = new.depth
     FROM json_to_recordset(?::json) AS new (id bigint, depth int) WHERE e.id = new.id`,
    all.depths
  )
  await run(
    `UPDATE unmatched_citations u SET status = new.status
     FROM json_to_recordset(?::json) AS new (id bigint, status smallint) WHERE u.id = new.id`,
    all.statuses
  )
  return {
    remarks: await run(NEW_REMARKS, all.newRemarks),
    unmatched: await run(NEW_UNMATCHED, all.newUnmatched),
  }
}

const KEYS = 'SELECT key::bigint FROM json_array_elements_text(?::json) AS deleted (key)'

const MOVE_NOTES = `
  WITH given AS (SELECT * FROM json_to_recordset(?::json) AS g (edge bigint, cluster bigint)),
  deleted AS (DELETE FROM linked_edges n USING given g WHERE n.edge_id = g.edge AND g.cluster IS NULL)
  UPDATE linked_edges n SET cited_cluster_id = g.cluster
  FROM given g WHERE n.edge_id = g.edge AND g.cluster IS NOT NULL`

const NEW_EDGES = `
  WITH new AS (
    SELECT * FROM json_to_recordset(?::json) AS n (citing bigint, cited bigint, cluster bigint, depth int)
  ), made AS (
    INSERT INTO opinions_cited (citing_opinion_id, cited_opinion_id, depth)
    SELECT citing, cited, depth FROM new ORDER BY citing, cited RETURNING id, citing_opinion_id, cited_opinion_id
  )
  INSERT INTO linked_edges (edge_id, citing_opinion_id, cited_opinion_id, cited_cluster_id)
  SELECT made.id, new.citing, new.cited, new.cluster
  FROM made JOIN new ON (new.citing, new.cited) = (made.citing_opinion_id, made.cited_opinion_id)`

const NEW_REMARKS = `
  INSERT INTO parentheticals (describing_opinion_id, described_opinion_id, text, score)
  SELECT describing, described, text, score
  FROM json_to_recordset(?::json) AS n (describing bigint, described bigint, text text, score float8)
  RETURNING id, describing_opinion_id AS opinion`

const DELETED_TREATMENTS = `
  DELETE FROM linked_treatments t
  USING json_to_recordset(?::json) AS d (citing bigint, described bigint, kind text)
  WHERE (t.citing_opinion_id, t.described_opinion_id, t.kind) = (d.citing, d.described, d.kind)`

const NEW_TREATMENTS = `
  INSERT INTO linked_treatments (citing_opinion_id, described_opinion_id, kind, sentence)
  SELECT citing, described, kind, sentence
  FROM json_to_recordset(?::json) AS n (citing bigint, described bigint, kind text, sentence text)
  ORDER BY citing, described, kind
  ON CONFLICT (citing_opinion_id, described_opinion_id, kind) DO UPDATE SET sentence = excluded.sentence`

const DELETED_STATUTES = `
  DELETE FROM linked_statutes s
  USING json_to_recordset(?::json) AS d (citing bigint, section text)
  WHERE (s.citing_opinion_id, s.section) = (d.citing, d.section)`

const NEW_STATUTES = `
  INSERT INTO linked_statutes (citing_opinion_id, section, subsections, depth)
  SELECT citing, section, ARRAY(SELECT json_array_elements_text(subsections)), depth
  FROM json_to_recordset(?::json) AS n (citing bigint, section text, subsections json, depth int)
  ON CONFLICT (citing_opinion_id, section)
    DO UPDATE SET (subsections, depth) = (excluded.subsections, excluded.depth)`

const NEW_UNMATCHED = `
  INSERT INTO unmatched_citations
    (citing_opinion_id, volume, reporter, page, type, status, citation_string, court_id, year)
  SELECT citing, volume, reporter, page, type, status, citation_string, court_id, year
  FROM json_to_recordset(?::json) AS n (citing bigint, volume text, reporter text, page text, type smallint,
    status smallint, citation_string text, court_id text, year smallint)
  RETURNING id, citing_opinion_id AS opinion`

/** Updates the records of linked texts and of rows created by linking. */
async function writeRecords(
  trx: TransactionClientContract,
  opinions: readonly LinkedOpinion[],
  stored: ReadonlyMap<number, Stored>,
  added: Added,
  { deletedRemarks, deletedUnmatched }: Differences
): Promise<void> {
  const own = (
    id: number,
    rows: Stored['remarks' | 'unmatched'],
    deleted: number[],
    made: Added['remarks']
  ) => [
    ...rows.filter((row) => row.isOurs && !deleted.includes(row.id)).map((row) => row.id),
    ...made.filter(({ opinion }) => opinion === id).map((row) => row.id),
  ]
  const records = opinions.flatMap(({ id, textHash, html, problem }) => {
    const { remarks, unmatched, record: known } = stored.get(id)!
    const record = {
      textHash,
      htmlHash: html ? hashOf(html) : null,
      parentheticals: own(id, remarks, deletedRemarks, added.remarks),
      unmatched: own(id, unmatched, deletedUnmatched, added.unmatched),
      problem,
    }
    return JSON.stringify(record) === JSON.stringify(known) ? [] : [{ id, ...record }]
  })
  if (records.length) await trx.rawQuery(RECORDS, [JSON.stringify(records)])
}

const RECORDS = `
  INSERT INTO linked_opinions (opinion_id, text_hash, html_hash, parentheticals, unmatched, problem)
  SELECT id, "textHash", "htmlHash", parentheticals, unmatched, problem
  FROM json_to_recordset(?::json) AS n (id bigint, "textHash" text, "htmlHash" text, parentheticals bigint[],
    unmatched bigint[], problem text)
  ON CONFLICT (opinion_id) DO UPDATE SET text_hash = excluded.text_hash, html_hash = excluded.html_hash,
    parentheticals = excluded.parentheticals, unmatched = excluded.unmatched, problem = excluded.problem,
    date_linked = now()`

/** Same hash as in the database. */
function hashOf(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
