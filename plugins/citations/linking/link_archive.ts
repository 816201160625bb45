/**
 * Links all opinions of the archive with several workers.
 */
import { Interrupted } from '#app/support/interrupted'
import { addToImported } from './counts.js'
import { forgetDeleted } from './link_queued.js'
import { linkOpinions } from './link_opinions.js'
import { linkingTransaction, type LinkingDatabase } from './linking_transaction.js'
import { TextReader } from './text_reader.js'

/** Opinions per batch of a worker. */
const SLICE = 50

export interface LinkingReporter {
  /** @param done opinions linked by the resumed run */
  started(opinions: number, done: number): void
  progress(opinions: number): void
}

export interface ArchiveOptions {
  readonly database: LinkingDatabase
  readonly workers: number
  readonly signal: AbortSignal
  readonly reporter: LinkingReporter
}

/**
 * Links all opinions, including linked ones. Resumes an interrupted run;
 * opinions after its last checkpoint are linked again, which changes nothing.
 *
 * @returns the number of opinions linked by this run
 * @throws Interrupted
 */
export async function linkArchive(options: ArchiveOptions): Promise<number> {
  const { database, workers, signal, reporter } = options
  const run = await startRun(database)
  reporter.started(run.total, run.opinions)
  const slices = new Slices(database, run.after, run.opinions)
  let linked = 0
  const work = async () => {
    const reader = new TextReader()
    try {
      for (;;) {
        if (signal.aborted) throw new Interrupted()
        const slice = await slices.next()
        if (!slice) return
        await linkOpinions({ database, reader }, slice.ids, { again: true, signal })
        linked += slice.ids.length
        await slices.done(slice)
        reporter.progress(run.opinions + linked)
      }
    } finally {
      await reader.close()
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: workers }, work))
  for (const end of ends)
    if (end.status === 'rejected') throw signal.aborted ? new Interrupted() : end.reason
  await settle(database)
  await database.rawQuery('DELETE FROM linking_runs')
  return linked
}

/** Returns the position of the interrupted run, or starts a new one. */
async function startRun(database: ArchiveOptions['database']) {
  await database.rawQuery(
    'INSERT INTO linking_runs (after_opinion, opinions) VALUES (0, 0) ON CONFLICT DO NOTHING'
  )
  const { rows } = await database.rawQuery<{
    rows: { after: string; opinions: string; total: string }[]
  }>(
    `SELECT after_opinion AS after, opinions, (SELECT count(*) FROM opinions) AS total FROM linking_runs`
  )
  const { after, opinions, total } = rows[0]!
  return { after: Number(after), opinions: Number(opinions), total: Number(total) }
}

interface Slice {
  readonly ids: number[]
  isDone: boolean
}

/** Distributes opinions in order of ID and saves the ID up to which all are linked. */
class Slices {
  /** Batches in progress or not yet saved, in order. */
  readonly #open: Slice[] = []
  #reading: Promise<unknown> = Promise.resolve()
  #saving: Promise<unknown> = Promise.resolve()

  constructor(
    readonly database: ArchiveOptions['database'],
    private after: number,
    private saved: number
  ) {}

  /** Returns the next batch, if any. */
  async next(): Promise<Slice | undefined> {
    const reading = this.#reading.then(async () => {
      const { rows } = await this.database.rawQuery<{ rows: { id: string }[] }>(
        'SELECT id FROM opinions WHERE id > ? ORDER BY id LIMIT ?',
        [this.after, SLICE]
      )
      if (!rows.length) return undefined
      const slice: Slice = { ids: rows.map(({ id }) => Number(id)), isDone: false }
      this.after = slice.ids.at(-1)!
      this.#open.push(slice)
      return slice
    })
    this.#reading = reading.catch(() => {})
    return reading
  }

  async done(slice: Slice): Promise<void> {
    slice.isDone = true
    let last: Slice | undefined
    while (this.#open[0]?.isDone) {
      last = this.#open.shift()!
      this.saved += last.ids.length
    }
    if (!last) return
    const state = [last.ids.at(-1)!, this.saved]
    const saving = this.#saving.then(() =>
      this.database.rawQuery(
        'UPDATE linking_runs SET after_opinion = ?, opinions = ?, date_saved = now()',
        state
      )
    )
    this.#saving = saving.catch(() => {})
    await saving
  }
}

/** Counts to check per transaction. */
const COUNTS = 100_000

/** Handles records of deleted opinions and counts that were imported since they were written. */
async function settle(database: ArchiveOptions['database']): Promise<void> {
  await forgetDeleted(database, 0, Number.MAX_SAFE_INTEGER)
  for (let first = 0; ;) {
    const { rows } = await database.rawQuery<{ rows: { last: string | null }[] }>(
      `SELECT max(cluster_id) AS last FROM
         (SELECT cluster_id FROM linked_counts WHERE cluster_id >= ? ORDER BY cluster_id LIMIT ${COUNTS}) AS next`,
      [first]
    )
    if (rows[0]!.last === null) return
    const last = Number(rows[0]!.last)
    const range = [first, last] as const
    await linkingTransaction(database, (trx) => addToImported(trx, ...range))
    first = last + 1
  }
}
