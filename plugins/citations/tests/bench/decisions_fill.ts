/**
 * Decisions for benchmarks that cite each other. Four of five citations are in
 * the archive; older decisions are cited more often.
 */
import type pg from 'pg'
import { Random } from '#app/support/random'
import { anyPlace, prose, REPORTERS, type CitedPlace } from './texts.js'

/** Decisions per volume and pages per decision. */
const IN_VOLUME = 100
const PAGES = 12

/** Share of citations that are in the archive. */
const KNOWN = 0.8

const BATCH = 500

export function placeOfDecision(id: number): CitedPlace {
  const within = Math.floor(id / REPORTERS.length)
  return {
    volume: 1 + Math.floor(within / IN_VOLUME),
    reporter: REPORTERS[id % REPORTERS.length]!,
    page: 1 + (within % IN_VOLUME) * PAGES,
  }
}

/** Creates the text of a decision that cites an archive of the given size. */
export function textOfDecision(id: number, decisions: number, characters: number): string {
  const placeOf = (random: Random) =>
    random.next() < KNOWN
      ? placeOfDecision(1 + Math.floor(decisions * random.next() ** 3))
      : anyPlace(random)
  // From 20% to 180% of the average length.
  const length = characters * (0.2 + 1.6 * new Random(id).next())
  return prose(length, id, placeOf)
}

/** @param characters average length of a text; 0 for no texts */
export async function fillDecisions(
  client: pg.Client,
  decisions: number,
  characters: number
): Promise<void> {
  await client.query(`INSERT INTO courts (id, position, short_name, full_name, jurisdiction)
    VALUES ('scotus', 1, 'Supreme', 'Supreme Court', 'F') ON CONFLICT DO NOTHING`)
  await client.query(`INSERT INTO dockets (id, source, court_id) VALUES (1, 0, 'scotus')`)
  for (let first = 1; first <= decisions; first += BATCH) {
    const ids = Array.from(
      { length: Math.min(BATCH, decisions + 1 - first) },
      (_, at) => first + at
    )
    const rows = ids.map((id) => {
      const { volume, reporter, page } = placeOfDecision(id)
      const text = characters ? textOfDecision(id, decisions, characters) : ''
      const isHtml = id % 2 === 0
      const html = isHtml ? `<p>${text.replaceAll('\n\n', '</p>\n<p>')}</p>` : ''
      return { id, volume, reporter, page, plain: isHtml ? '' : text, html }
    })
    await client.query(INSERT, [JSON.stringify(rows)])
  }
  await client.query('VACUUM ANALYZE')
}

const INSERT = `
  WITH made AS (
    SELECT * FROM json_to_recordset($1::json)
      AS row (id bigint, volume text, reporter text, page text, plain text, html text)
  ), clusters AS (
    INSERT INTO opinion_clusters (id, date_filed, slug, docket_id)
    SELECT id, '1954-05-17', 'a-v-b', 1 FROM made
  ), reports AS (
    INSERT INTO citations (volume, reporter, page, type, cluster_id)
    SELECT volume, reporter, page, 1, id FROM made
  )
  INSERT INTO opinions (id, cluster_id, type, plain_text, html)
  SELECT id, id, '010combined', plain, html FROM made`
