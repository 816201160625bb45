/**
 * Source texts of opinions for linking, and whether they are already linked.
 */
import type { Database } from '@adonisjs/lucid/database'
import { OPINION_TEXTS } from '#plugins/case_law/public'

/** Version of the linking rules; increment it when results for the same text change. */
const RULES = 3
/** Maximum size of a text in bytes. */
export const MAX_TEXT_BYTES = 10_000_000

export interface Source {
  id: number
  cluster: number
  /** Version of the row when it was read. */
  version: string
  isHtml: boolean
  bytes: number
  textHash: string
  /** Whether linking may write `html_with_citations`: it is empty or was written by linking. */
  mayWrite: boolean
  /** Whether it was linked from this text and the result is in place. */
  isLinked: boolean
}

/** Returns existing opinions in order of ID. */
export async function readSources(
  database: Pick<Database, 'rawQuery'>,
  ids: readonly number[]
): Promise<Source[]> {
  const { rows } = await database.rawQuery<{ rows: Source[] }>(SOURCES, [ids] as never[])
  return rows.map((row) => ({ ...row, id: Number(row.id), cluster: Number(row.cluster) }))
}

/** Returns texts by opinion ID; empty for opinions without text. */
export async function readTexts(
  database: Pick<Database, 'rawQuery'>,
  ids: readonly number[]
): Promise<Map<number, string>> {
  const { rows } = await database.rawQuery<{ rows: { id: string; text: string }[] }>(TEXTS, [
    ids,
  ] as never[])
  return new Map(rows.map(({ id, text }) => [Number(id), text]))
}

/** HTML that linking wrote is not used as a source. */
const LINKED_HTML = 'o.html_with_citations'
const isOurs = `l.html_hash = md5(${LINKED_HTML})`
const holdsText = ({ column }: { column: string }) =>
  column === LINKED_HTML ? `${column} <> '' AND ${isOurs} IS NOT TRUE` : `${column} <> ''`
const PLACE = `CASE ${OPINION_TEXTS.map((text, place) => `WHEN ${holdsText(text)} THEN ${place}`).join(' ')} END`
const TEXT = `CASE place ${OPINION_TEXTS.map(({ column }, place) => `WHEN ${place} THEN ${column}`).join(' ')} ELSE '' END`
const HTML_PLACES = OPINION_TEXTS.flatMap(({ html }, place) => (html ? [place] : [])).join(', ')
const CHOSEN = `opinions o LEFT JOIN linked_opinions l ON l.opinion_id = o.id
  CROSS JOIN LATERAL (SELECT ${PLACE} AS place) AS best
  CROSS JOIN LATERAL (SELECT ${TEXT} AS text) AS source`

const TEXT_HASH = `concat_ws(' ', ${RULES}, place, md5(text))`
const SOURCES = `
  SELECT o.id, o.cluster_id AS cluster, o.xmin::text AS version, octet_length(text) AS bytes,
         coalesce(place IN (${HTML_PLACES}), false) AS "isHtml", ${TEXT_HASH} AS "textHash",
         ${LINKED_HTML} = '' OR ${isOurs} IS TRUE AS "mayWrite",
         l.text_hash IS NOT DISTINCT FROM ${TEXT_HASH} AND CASE
           WHEN l.html_hash IS NOT NULL THEN ${isOurs}
           ELSE ${LINKED_HTML} <> '' OR text = '' OR l.problem IS NOT NULL END AS "isLinked"
  FROM ${CHOSEN} WHERE o.id = ANY (?) ORDER BY o.id`
const TEXTS = `SELECT o.id, text FROM ${CHOSEN} WHERE o.id = ANY (?)`
