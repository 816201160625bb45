/**
 * Builds networks in the densest part of a large citation graph, and compares the time with that
 * of the SQL statement alone.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import type pg from 'pg'
import { Random } from '#app/support/random'
import { makeScratchDatabase } from '#tests/helpers/scratch_database'
import { milliseconds, printTable, quantile, ratio, whole } from '#tests/bench/table'
import { DomainError } from '#app/support/domain_error'
import { MAX_NODES } from '../../limits.js'
import { buildNetwork, sortEnds, CONNECTIONS } from '../../network/find_network.js'

/** Every nth decision is by the Supreme Court. */
const EVERY = 20
/** Citations per Supreme Court decision outside the densest part. */
const CITATIONS = 30
/** Decisions in the densest part: the latest ones, which cite each other. */
const DENSE = 3000
const DENSE_CITATIONS = 150
const PAIRS = 300

export interface VisualizationsBench {
  edges: number
  decisions: number
}

/** Runs the benchmark and prints its table. */
export async function benchVisualizations(
  app: ApplicationService,
  { edges, decisions }: VisualizationsBench
): Promise<void> {
  const scratch = await makeScratchDatabase(app)
  try {
    console.log(`filling ${whole(decisions)} decisions and ${whole(edges)} citations …`)
    await fill(scratch.client, { edges, decisions })
    const random = new Random(7)
    const some = (from: number, to: number) => Math.floor(from + random.next() * (to - from))
    const dense = decisions - DENSE * EVERY
    const place = (id: number) => id - (id % EVERY)
    const kinds = {
      'densest part': () => [place(some(dense, decisions)), place(some(dense, decisions))],
      'elsewhere': () => {
        const start = place(some(EVERY, dense - 4000 * EVERY))
        return [start, start + EVERY * some(1, 2000)]
      },
    }
    const rows: string[][] = []
    for (const [part, pair] of Object.entries(kinds)) {
      const byOutcome = new Map<string, { curia: number[]; floor: number[]; nodes: number }>()
      for (let n = 0; n < PAIRS; n++) {
        const [one, other] = pair() as [number, number]
        if (one === other) continue
        const floor = await timed(() => bare(scratch.client, one, other))
        if (floor.error) throw floor.error
        const curia = await timed(() =>
          scratch.lucid.transaction(async (trx) => {
            const { start, end } = await sortEnds(trx, { start: String(one), end: String(other) })
            return buildNetwork(trx, start, end)
          })
        )
        const outcome = curia.error instanceof DomainError ? curia.error.kind.code : 'built'
        if (curia.error && outcome === 'undefined') throw curia.error
        const times = byOutcome.get(outcome) ?? { curia: [], floor: [], nodes: 0 }
        byOutcome.set(outcome, times)
        times.nodes = Math.max(times.nodes, curia.value?.clusters.length ?? 0)
        times.curia.push(curia.time)
        times.floor.push(floor.time)
      }
      for (const [outcome, { curia, floor, nodes }] of byOutcome) {
        const [fast, slow] = [floor, curia].map((times) => times.sort((a, b) => a - b))
        rows.push([
          `${part}: ${outcome}`,
          String(curia.length),
          nodes ? `${nodes} of ${MAX_NODES}` : '–',
          milliseconds(quantile(fast!, 0.5)),
          milliseconds(quantile(slow!, 0.5)),
          milliseconds(quantile(slow!, 0.95)),
          milliseconds(slow!.at(-1)!),
          ratio(quantile(slow!, 0.5) / quantile(fast!, 0.5)),
        ])
      }
    }
    printTable(
      [
        'network',
        'pairs',
        'most decisions',
        'bare p50 ms',
        'p50 ms',
        'p95 ms',
        'longest ms',
        'ratio',
      ],
      rows
    )
  } finally {
    await scratch.drop()
  }
}

async function fill(client: pg.Client, { edges, decisions }: VisualizationsBench): Promise<void> {
  // Skips triggers: the change log and foreign keys.
  await client.query("SET session_replication_role = 'replica'")
  await client.query(
    `INSERT INTO courts (id, position, short_name, full_name, jurisdiction)
     SELECT id, 1, id, id, 'F' FROM unnest('{scotus,ca9}'::text[]) AS id ON CONFLICT DO NOTHING`
  )
  const court = `CASE WHEN n % ${EVERY} = 0 THEN 'scotus' ELSE 'ca9' END`
  const series = `generate_series(1, ${decisions}) AS n`
  await client.query(
    `INSERT INTO dockets (id, court_id, source, case_name) SELECT n, ${court}, 1, 'Case ' || n FROM ${series}`
  )
  await client.query(
    `INSERT INTO opinion_clusters (id, docket_id, case_name, case_name_short, slug, date_filed, source, precedential_status)
     SELECT n, n, 'Case ' || n || ' v. State', 'Case ' || n, 'case-' || n, date '1800-01-01' + (n * 80000::bigint / ${decisions})::int, 'C', 'Published' FROM ${series}`
  )
  await client.query(
    `INSERT INTO opinions (id, cluster_id, type) SELECT n, n, '010combined' FROM ${series}`
  )
  await client.query('SELECT setseed(0.5)')
  const scotus = `generate_series(${EVERY}, ${decisions}, ${EVERY}) AS n`
  const dense = decisions - DENSE * EVERY
  // Decisions cite earlier ones close to them; those in the densest part cite each other.
  for (const [from, cited, back] of [
    [`${scotus}`, CITATIONS, 2000],
    [`generate_series(${dense}, ${decisions}, ${EVERY}) AS n`, DENSE_CITATIONS, DENSE],
  ] as const)
    await client.query(
      `INSERT INTO opinions_cited (citing_opinion_id, cited_opinion_id)
       SELECT DISTINCT n, cited FROM (
         SELECT n, n - ${EVERY} * (1 + floor(random() * ${back}))::bigint AS cited FROM ${from}, generate_series(1, ${cited})
       ) AS edge WHERE cited >= ${EVERY} ON CONFLICT DO NOTHING`
    )
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM opinions_cited')
  const rest = Math.ceil((edges - Number(rows[0]!.count)) / decisions)
  await client.query(
    `INSERT INTO opinions_cited (citing_opinion_id, cited_opinion_id)
     SELECT DISTINCT n, 1 + floor(random() * (n - 1))::bigint FROM ${series}, generate_series(1, ${rest})
     WHERE n % ${EVERY} <> 0 AND n > 1 ON CONFLICT DO NOTHING`
  )
  await client.query("SET session_replication_role = 'origin'")
  await client.query('VACUUM ANALYZE')
  const { rows: filled } = await client.query<{ count: string }>(
    'SELECT count(*) FROM opinions_cited'
  )
  console.log(`${whole(Number(filled[0]!.count))} citations\n`)
}

async function bare(client: pg.Client, one: number, other: number): Promise<void> {
  const [first, last] = one < other ? [one, other] : [other, one]
  await client.query(
    CONNECTIONS.replaceAll('$3::date', '(SELECT date_filed FROM opinion_clusters WHERE id = $1)'),
    [first, last]
  )
}

async function timed<T>(
  work: () => Promise<T>
): Promise<{ time: number; value?: T; error?: unknown }> {
  const start = performance.now()
  try {
    const value = await work()
    return { time: performance.now() - start, value }
  } catch (error) {
    return { time: performance.now() - start, error }
  }
}
