import { type GeneratedRow, type GeneratorContext, scaleRowCount } from '../table_generator.js'
import { instantText } from '#app/support/calendar'
import { CitationGraph } from './citation_graph.js'
import { clusterCreated, clusterDay, docketFacts } from './docket_facts.js'
import { Plan } from './plan.js'
import { phrase } from './prose.js'
import { generateCitations } from './reporters.js'

/** Parallel citations, about two for each cluster. */
export function* citations(context: GeneratorContext): Iterable<GeneratedRow> {
  const plan = new Plan(context)
  let id = 0
  for (let cluster = 1; cluster <= plan.clusters; cluster++) {
    const docket = docketFacts(plan, plan.getClusterDocketId(cluster))
    const decided = clusterDay(plan, cluster, docket)
    const created = clusterCreated(plan, cluster, docket, decided)
    for (const { volume, reporter, page, type } of generateCitations(
      plan,
      cluster,
      docket,
      decided
    )) {
      id++
      yield {
        id,
        volume,
        reporter,
        page,
        type,
        cluster_id: cluster,
        date_created: instantText(created),
        date_modified: instantText(plan.modified(created, context.random)),
      }
    }
  }
}

/** Citations between opinions, with the number of occurrences in the text. */
export function* citationMap(context: GeneratorContext): Iterable<GeneratedRow> {
  let id = 0
  for (const [citing, cited] of edges(new Plan(context))) {
    id++
    yield {
      id,
      depth: context.random.zipf(12) + 1,
      cited_opinion_id: cited,
      citing_opinion_id: citing,
    }
  }
}

/** Unresolved citations in opinions. */
export function* unmatchedCitations(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random } = context
  for (let id = 1; id <= scaleRowCount(context, 50, 4); id++) {
    const [volume, page] = [random.between(1, 999), random.between(1, 1500)]
    yield {
      id,
      volume: String(volume),
      reporter: 'F. Supp. 9d',
      page: String(page),
      type: 1,
      status: random.between(1, 3),
      citation_string: `${volume} F. Supp. 9d ${page}`,
      court_id: '',
      year: random.chance(0.5) ? random.between(1950, 2024) : null,
      citing_opinion_id: id,
    }
  }
}

/** One in 30 citations has a parenthetical, up to N/50 in total. */
const REMARKED = 30

/** Parentheticals: short descriptions of the cited opinions. */
export function* parentheticals(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random, dockets } = context
  let edge = 0
  let id = 0
  for (const [citing, cited] of edges(new Plan(context))) {
    if (edge++ % REMARKED) continue
    if (id >= dockets / 50) return
    id++
    yield {
      id,
      text: `${random.pick(VERBS)} that ${phrase(random, random.between(6, 24))}`,
      score: Math.round(random.next() * 10_000) / 10_000,
      described_opinion_id: cited,
      describing_opinion_id: citing,
      group_id: null,
    }
  }
}

const VERBS = [
  'holding',
  'finding',
  'noting',
  'concluding',
  'explaining',
  'stating',
  'rejecting the argument',
]

function* edges(plan: Plan): Iterable<[citing: number, cited: number]> {
  const graph = new CitationGraph(plan)
  for (let citing = 1; citing <= plan.opinions; citing++) {
    for (const cited of graph.citedBy(citing)) yield [citing, cited]
  }
}
