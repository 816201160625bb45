/**
 * The followers of this process, woken by what the database says.
 */
import type { Notices } from '#app/database/notices'
import type pg from 'pg'
import { Follower, type FollowerDefinition, type FollowerServices } from './follower.js'
import { LeaderElection } from './leader_election.js'

/** Where the triggers say that something changed. */
const CHANNEL = 'curia_changes'

export class Followers {
  readonly #followers = new Set<Follower>()
  readonly #election: LeaderElection
  #isHearing = false
  #listening: Promise<void> | undefined

  constructor(
    readonly services: Omit<FollowerServices, 'isHearing' | 'election'> & {
      connection: pg.ClientConfig
    },
    readonly notices: Notices
  ) {
    this.#election = new LeaderElection(services.connection)
  }

  /** Has this process follow the log, or wait to take over from the one that does. */
  async follow(definition: FollowerDefinition): Promise<Follower> {
    this.#listening ??= this.#listen()
    await this.#listening
    const follower = new Follower(definition, {
      ...this.services,
      election: this.#election,
      isHearing: () => this.#isHearing,
    })
    this.#followers.add(follower)
    return follower
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followers].map((follower) => follower.stop()))
    await this.#election.close()
  }

  async #listen(): Promise<void> {
    const wakeAll = () => {
      for (const follower of this.#followers) follower.wake()
    }
    await this.notices.listen(CHANNEL, {
      heard: wakeAll,
      deaf: () => (this.#isHearing = false),
      hearing: () => {
        this.#isHearing = true
        wakeAll()
      },
    })
  }
}
