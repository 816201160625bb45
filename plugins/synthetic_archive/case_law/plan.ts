/**
 * What the tables of the synthetic archive know of each other. Everything
 * follows from the seed and the number of dockets by formula, so that each
 * file can be written alone and no row has to be kept.
 */
import { type GeneratorContext, decisionsOf } from '../table_generator.js'
import { Random } from '#app/support/random'
import { DAY, dayOf } from '#app/support/calendar'
import { groupCourts, type Court, type CourtGroup } from './courts.js'

/** What random numbers are drawn for; each has a stream of its own. */
const STREAMS = {
  docket: 1,
  names: 2,
  docketDetails: 3,
  cluster: 4,
  clusterDetails: 5,
  citations: 6,
  edges: 7,
  opinion: 8,
  stamps: 9,
  judge: 10,
}

/** Filing dates are between these days. */
export const FIRST_DAY = dayOf(1990, 1, 1)
export const LAST_DAY = dayOf(2026, 9, 30)

/** Nothing of the archive itself was created before or changed after. */
const BEGUN = dayOf(2010, 3, 1) * DAY
const ENDED = LAST_DAY * DAY

/**
 * The groups of 20 dockets in a row: 12 district, 5 bankruptcy, 1 federal
 * appellate and 2 state cases.
 */
const PATTERN = 'DBADDBDSDBDDDDBDDBSD'
const GROUPS: Record<string, CourtGroup> = {
  D: 'district',
  B: 'bankruptcy',
  A: 'appellate',
  S: 'state',
}

/** Dockets of one run. */
export const RUN = PATTERN.length

/** Places of a group's dockets in a run, from 0. */
export function placesOf(group: CourtGroup): number[] {
  return [...PATTERN].flatMap((letter, place) => (GROUPS[letter] === group ? place : []))
}

/** Places of the dockets among those 20 that have a decision: one in every five. */
const DECIDED = [2, 7, 12, 18]

/** Of 25 clusters in a row this one has a second opinion. */
const DIVIDED = 12
const DIVIDED_EVERY = 25

/** Dockets that were loaded together share the instant: this share of the runs of 20. */
const BATCHES = 0.2
/** Instants at which many rows were touched at once. */
const SWEEPS = 40

export class Plan {
  readonly seed: number
  readonly dockets: number
  readonly clusters: number
  readonly opinions: number
  readonly courts: Record<CourtGroup, Court[]>

  constructor(context: Pick<GeneratorContext, 'seed' | 'dockets' | 'sample'>) {
    this.seed = context.seed
    this.dockets = context.dockets
    this.clusters = decisionsOf(this.dockets)
    this.opinions =
      this.clusters + Math.floor((this.clusters + DIVIDED_EVERY - DIVIDED - 1) / DIVIDED_EVERY)
    this.courts = groupCourts(context)
  }

  random(stream: keyof typeof STREAMS, index: number): Random {
    return Random.of(this.seed, STREAMS[stream], index)
  }

  /** Group of the court of a docket, by ID. */
  groupOf(docket: number): CourtGroup {
    return GROUPS[PATTERN[(docket - 1) % RUN]!]!
  }

  /** Docket of a cluster, both by ID. */
  docketOf(cluster: number): number {
    const index = cluster - 1
    const run = Math.floor(index / DECIDED.length)
    return run * RUN + DECIDED[index % DECIDED.length]! + 1
  }

  /** Cluster of an opinion, both by ID. */
  clusterOf(opinion: number): number {
    const index = opinion - 1
    const run = Math.floor(index / (DIVIDED_EVERY + 1))
    const place = index % (DIVIDED_EVERY + 1)
    return run * DIVIDED_EVERY + (place > DIVIDED ? place - 1 : place) + 1
  }

  /** Whether a cluster has a second opinion. */
  isDivided(cluster: number): boolean {
    return (cluster - 1) % DIVIDED_EVERY === DIVIDED
  }

  /** When a docket came into the archive: roughly by ID, some at the same instant. */
  docketCreated(docket: number): number {
    const run = Math.floor((docket - 1) / RUN)
    const random = this.random('stamps', run)
    const batch = random.chance(BATCHES)
    const place = batch ? run * RUN : docket - 1
    const span = ENDED - BEGUN - 3 * DAY
    const jitter = batch ? random : this.random('stamps', -docket)
    return BEGUN + Math.floor((span * place) / this.dockets) + Math.floor(jitter.next() * 3 * DAY)
  }

  /** When a row created at an instant was last changed: some never, some in one of a few sweeps. */
  modified(created: number, random: Random): number {
    const draw = random.next()
    if (draw < 0.3) return created
    if (draw < 0.36) {
      const sweep =
        BEGUN + Math.floor(((ENDED - BEGUN) * (random.between(1, SWEEPS) - 0.5)) / SWEEPS)
      return Math.max(created, sweep)
    }
    return created + Math.floor((ENDED - created) * random.next() ** 2)
  }
}
