/**
 * Compares citation lookups over HTTP, with one citation and with the maximum,
 * to running only the SQL statement.
 */
import pg from 'pg'
import { EmbeddedCluster } from '#app/database/embedded_cluster'
import { Random } from '#app/support/random'
import { measure, type Measurement } from '#tests/bench/load'
import { makeToken, startCuria, startFloor, type Running } from '#tests/bench/processes'
import { median, milliseconds, printTable, ratio, whole } from '#tests/bench/table'
import { MAX_CITATIONS } from '../../lookup/look_up.js'
import { MATCHES } from '../../lookup/match_citations.js'
import { fillDecisions, placeOfDecision } from './decisions_fill.js'

export interface CitationLookupBench {
  folder: string
  /** Cache for later runs. */
  dataDir: string
  /** Decisions in the archive, each with a citation. */
  decisions: number
  rounds: number
  /** Requests per round. */
  seconds: number
}

const SIZES = [1, MAX_CITATIONS]
/** Distinct requests, which are sent in turn. */
const REQUESTS = 200
const CONNECTIONS = 16
/** Milliseconds. */
const WARM_UP = 4000
const PATH = '/api/rest/v4/citation-lookup/'
/** Disables background work and rate limits. */
const SETTINGS = { JOBS: 'off', RATE_LIMITS: 'off' }

/** Prints the results. */
export async function benchCitationLookup(bench: CitationLookupBench): Promise<void> {
  const { folder, dataDir, decisions } = bench
  const curia = await startCuria(dataDir, SETTINGS)
  const { connection } = await filled(dataDir, decisions)
  const authorization = makeToken(dataDir)
  const citations = (size: number) =>
    Array.from({ length: REQUESTS }, (_, request) => {
      const random = new Random(size * REQUESTS + request)
      return Array.from({ length: size }, () =>
        placeOfDecision(1 + Math.floor(random.next() * decisions))
      )
    })
  const rows: string[][] = []
  for (const size of SIZES) {
    const requests = citations(size)
    const paths = requests.map((_, place) => `/${place}`)
    const sought = requests.map((places) =>
      JSON.stringify(places.map((cited, place) => ({ place, ...texts(cited) })))
    )
    const floor = await startFloor(
      folder,
      connection,
      Object.fromEntries(
        paths.map((path, place) => [
          path,
          { name: 'matches', text: MATCHES.text, values: [sought[place]] },
        ])
      )
    )
    const bodies = requests.map((places) => JSON.stringify({ text: places.map(cite).join('; ') }))
    const loads = {
      floor: (duration: number) => load(floor, { paths, duration }),
      curia: (duration: number) => load(curia, { paths: [PATH], bodies, authorization, duration }),
    }
    for (const warm of Object.values(loads)) await warm(WARM_UP)
    const results: Record<keyof typeof loads, Measurement>[] = []
    for (let round = 0; round < bench.rounds; round++)
      results.push({
        floor: await loads.floor(bench.seconds * 1000),
        curia: await loads.curia(bench.seconds * 1000),
      })
    await floor.stop()
    const of = (side: keyof typeof loads, figure: keyof Measurement) =>
      median(results.map((result) => result[side][figure]))
    rows.push([
      size === 1 ? '1 citation' : `${size} citations`,
      whole(of('floor', 'requestsPerSecond')),
      whole(of('curia', 'requestsPerSecond')),
      whole(of('curia', 'requestsPerSecond') * size),
      ratio(of('curia', 'requestsPerSecond') / of('floor', 'requestsPerSecond')),
      milliseconds(of('floor', 'p50')),
      milliseconds(of('curia', 'p50')),
      milliseconds(of('curia', 'p99')),
    ])
  }
  await curia.stop()
  console.log(`citation lookup: among ${whole(decisions)} decisions\n`)
  printTable(
    ['requests/s', 'baseline', 'Curia', 'citations/s', 'ratio', 'p50 baseline', 'p50', 'p99'],
    rows
  )
}

function load(
  { port }: Running,
  given: { paths: string[]; bodies?: string[]; authorization?: string; duration: number }
): Promise<Measurement> {
  return measure({ port, connections: CONNECTIONS, ...given })
}

type Place = ReturnType<typeof placeOfDecision>

const texts = ({ volume, reporter, page }: Place) => ({
  volume: String(volume),
  reporter,
  page: String(page),
})
const cite = ({ volume, reporter, page }: Place) => `${volume} ${reporter} ${page}`

/** Fills the archive if it has a different size. */
async function filled(dataDir: string, decisions: number) {
  const connection = new EmbeddedCluster({ dataDir }).connection()
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query('SELECT count(*)::int AS n FROM citations')
  if (rows[0].n !== decisions) {
    console.log(`filling ${whole(decisions)} decisions …\n`)
    await client.query('TRUNCATE dockets CASCADE')
    await fillDecisions(client, decisions, 0)
  }
  await client.end()
  return { connection }
}
