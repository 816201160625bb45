import { randomUUID } from 'node:crypto'
import type { Session } from '../accounts.js'
import type { Place } from '../model/world.js'

/** A job that merges documents into one file (court-system, 11, 6). */
export interface MergeJob {
  id: string
  court: string
  places: Place[]
  /** Number of status requests before it is done. */
  remaining: number
  /** GUID of the merged file. */
  file: string
}

/** Maximum number of each kind; the oldest is dropped. */
const MAX = 2_000
/** Number of status requests that return "Running". */
const POLLS = 2

/** Logins in progress, tokens, and jobs of the new appellate system. */
export class AcmsState {
  #hops = new Map<string, Session>()
  #tokens = new Map<string, { court: string; session: Session }>()
  #jobs = new Map<string, MergeJob>()
  #files = new Map<string, MergeJob>()

  /** Starts a login. @returns the SAML response to post */
  beginLogin(session: Session): string {
    return keep(this.#hops, session)
  }

  /** Completes a login. @returns its session, once */
  endLogin(response: string): Session | undefined {
    const session = this.#hops.get(response)
    this.#hops.delete(response)
    return session
  }

  /** Issues a token for one court. */
  issueToken(court: string, session: Session): string {
    return keep(this.#tokens, { court, session })
  }

  /** The session of a token at its court; undefined if expired. */
  findTokenSession(token: string, court: string): Session | undefined {
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
