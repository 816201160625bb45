import { randomUUID } from 'node:crypto'
import type { Session } from '../accounts.js'
import type { Place } from '../model/world.js'

/** A job that merges documents into one file (court-system.md, 11, 6). */
export interface MergeJob {
  id: string
  court: string
  places: Place[]
  /** How often it is asked for before it is done. */
  remaining: number
  /** The file, under a GUID of its own. */
  file: string
}

/** What is kept of each kind; the oldest is forgotten. */
const MAX = 2_000
/** Questions after a job that are answered with "running". */
const POLLS = 2

/** Logins on their way, tokens and jobs of the new appellate system. */
export class AcmsState {
  #hops = new Map<string, Session>()
  #tokens = new Map<string, { court: string; session: Session }>()
  #jobs = new Map<string, MergeJob>()
  #files = new Map<string, MergeJob>()

  /** The first half of a login; the answer goes with a form to the second. */
  beginLogin(session: Session): string {
    return keep(this.#hops, session)
  }

  /** @returns the session of the first half, which is used once */
  endLogin(response: string): Session | undefined {
    const session = this.#hops.get(response)
    this.#hops.delete(response)
    return session
  }

  /** A token for one court. */
  issueToken(court: string, session: Session): string {
    return keep(this.#tokens, { court, session })
  }

  /** The session of a token at its court; undefined when it has ended. */
  sessionOf(token: string, court: string): Session | undefined {
    const issued = this.#tokens.get(token)
    return issued?.court === court && !issued.session.isExpired ? issued.session : undefined
  }

  startMerge(court: string, places: Place[]): MergeJob {
    const job = { id: '', court, places, remaining: POLLS, file: '' }
    job.id = keep(this.#jobs, job)
    job.file = keep(this.#files, job)
    return job
  }

  job(id: string): MergeJob | undefined {
    return this.#jobs.get(id)
  }

  jobOfFile(file: string): MergeJob | undefined {
    return this.#files.get(file)
  }
}

function keep<T>(kept: Map<string, T>, value: T): string {
  if (kept.size >= MAX) {
    const [oldest] = kept.keys()
    kept.delete(oldest)
  }
  const key = randomUUID()
  kept.set(key, value)
  return key
}
