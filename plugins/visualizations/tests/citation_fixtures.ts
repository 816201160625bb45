/** Creates Supreme Court decisions that cite each other, for one test. */
import app from '@adonisjs/core/services/app'

export interface MadeCitations {
  /** Cluster IDs by name. */
  clusters: Map<string, number>
  remove: () => Promise<void>
}

export interface MadeDecision {
  /** Year of the decision. */
  year: number
  court?: string
  cites?: string[]
  values?: object
}

/** @param decisions by name; citations are names, too */
export async function makeCitations(
  decisions: Record<string, MadeDecision>
): Promise<MadeCitations> {
  const database = await app.container.make('lucid.db')
  const clusters = new Map<string, number>()
  const opinions = new Map<string, number>()
  const dockets: number[] = []
  const insert = async (table: string, values: object): Promise<number> => {
    const [{ id }] = await database.table(table).insert(values).returning('id')
    return Number(id)
  }
  for (const [name, { year, court = 'scotus', values }] of Object.entries(decisions)) {
    const docket = await insert('dockets', { court_id: court, source: 1, case_name: name })
    dockets.push(docket)
    const cluster = await insert('opinion_clusters', {
      docket_id: docket,
      case_name: `${name} v. State`,
      case_name_short: name,
      slug: `${name.toLowerCase()}-v-state`,
      date_filed: `${year}-03-04`,
      source: 'C',
      precedential_status: 'Published',
      ...values,
    })
    clusters.set(name, cluster)
    opinions.set(name, await insert('opinions', { cluster_id: cluster, type: '010combined' }))
  }
  for (const [name, { cites = [] }] of Object.entries(decisions)) {
    const edges = cites.map((cited) => ({
      citing_opinion_id: opinions.get(name),
      cited_opinion_id: opinions.get(cited),
    }))
    if (edges.length) await database.table('opinions_cited').multiInsert(edges)
  }
  return {
    clusters,
    remove: async () => void (await database.from('dockets').whereIn('id', dockets).delete()),
  }
}

/** A network of four decisions with three paths from D to A of up to three citations. */
export const DIAMOND: Record<string, MadeDecision> = {
  A: {
    year: 1950,
    values: {
      scdb_id: '1949-001',
      scdb_decision_direction: 2,
      scdb_votes_majority: 7,
      scdb_votes_minority: 2,
    },
  },
  B: {
    year: 1960,
    cites: ['A'],
    values: { scdb_decision_direction: 1, scdb_votes_majority: 9, scdb_votes_minority: 0 },
  },
  C: {
    year: 1970,
    cites: ['B'],
    values: { scdb_decision_direction: 3, scdb_votes_majority: 5, scdb_votes_minority: 4 },
  },
  D: { year: 1980, cites: ['A', 'B', 'C'] },
}
