/**
 * Citations between opinions. Opinions cite only earlier ones, and a few
 * opinions are cited very often.
 */
import { clusterDay, docketFacts } from './docket_facts.js'
import type { Plan } from './plan.js'

/** Mean number of citations per opinion, before candidates that aren't older are dropped. */
const WANTED = 6.3
const MAX = 80

export class CitationGraph {
  readonly #plan: Plan
  /** Day of each cluster, by ID. */
  readonly #days: Int32Array
  readonly #stride: number

  constructor(plan: Plan) {
    this.#plan = plan
    this.#days = new Int32Array(plan.clusters + 1)
    for (let id = 1; id <= plan.clusters; id++) {
      this.#days[id] = clusterDay(plan, id, docketFacts(plan, plan.getClusterDocketId(id)))
    }
    this.#stride = coprime(Math.floor(plan.opinions * 0.6180339887), plan.opinions)
  }

  /** Returns the IDs of the opinions that an opinion cites, without duplicates, all from earlier days. */
  citedBy(opinion: number): number[] {
    const { opinions } = this.#plan
    const random = this.#plan.random('edges', opinion)
    const day = this.#dayOf(opinion)
    const wanted = Math.min(MAX, Math.floor(-Math.log(1 - random.next()) * WANTED))
    const cited: number[] = []
    for (let tries = wanted * 4; tries > 0 && cited.length < wanted; tries--) {
      const rank = random.chance(0.3)
        ? random.zipf(opinions)
        : Math.floor(opinions * random.next() ** 2.2)
      const candidate = this.#popular(rank)
      if (this.#dayOf(candidate) < day && !cited.includes(candidate)) cited.push(candidate)
    }
    return cited
  }

  /** Returns the number of citations of each cluster, indexed by cluster ID. */
  counts(): Int32Array {
    const counts = new Int32Array(this.#plan.clusters + 1)
    for (let opinion = 1; opinion <= this.#plan.opinions; opinion++) {
      for (const cited of this.citedBy(opinion)) counts[this.#plan.getOpinionClusterId(cited)]!++
    }
    return counts
  }

  #dayOf(opinion: number): number {
    return this.#days[this.#plan.getOpinionClusterId(opinion)]!
  }

  /** Returns the opinion with a popularity rank. Each opinion has exactly one rank. */
  #popular(rank: number): number {
    return ((rank * this.#stride + 17) % this.#plan.opinions) + 1
  }
}

/** Returns the smallest number, starting at `from`, that is coprime to `other`. */
function coprime(from: number, other: number): number {
  for (let number = Math.max(1, from); ; number++) {
    let [a, b] = [number, other]
    while (b) [a, b] = [b, a % b]
    if (a === 1) return number
  }
}
