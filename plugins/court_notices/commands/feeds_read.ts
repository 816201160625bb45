import { args } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { withSource } from '#app/database/change_source'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import { NotSupported } from '#app/support/domain_error'
import type { FeedOutcome } from '../read_feeds.js'

export default class FeedsRead extends InterruptibleCommand {
  static commandName = 'feeds:read'
  static description = 'Read the RSS feeds of courts and merge their entries'
  static help = [
    'Default: all active courts in the court system. See /docs/feeds/.',
    'Unchanged feeds are skipped after one request.',
  ]

  static options: CommandOptions = { startApp: true }

  @args.spread({ description: 'Court IDs, such as cand nysd', required: false })
  declare courts: string[] | undefined

  async run() {
    const failed: string[] = []
    const done = await this.runInterruptible(
      (signal) => this.#read(signal, failed),
      'interrupted; the feeds read so far are merged'
    )
    if (done && failed.length) this.exitCode = 2
  }

  /** @throws CommandRefusal, Interrupted */
  async #read(signal: AbortSignal, failed: string[]): Promise<boolean> {
    const { migrate } = await import('#app/boot/migrate')
    const { FeedReader } = await import('../read_feeds.js')
    await migrate(this.app)
    const courts = this.courts?.length ? this.courts : undefined
    if (courts) await this.#refuseUnknown(courts)
    try {
      const feeds = await this.app.container.make(FeedReader)
      await withSource({ source: 'notice' }, () =>
        feeds.read({ signal, courts, told: (outcome) => this.#tell(outcome, failed) })
      )
    } catch (error) {
      if (signal.aborted) throw new Interrupted()
      if (error instanceof NotSupported) throw new CommandRefusal(error.detail)
      throw error
    }
    return true
  }

  async #refuseUnknown(courts: string[]): Promise<void> {
    const database = await this.app.container.make('lucid.db')
    const rows = await database.from('courts').whereIn('id', courts).select('id')
    const known = new Set(rows.map(({ id }) => id))
    const unknown = courts.filter((court) => !known.has(court))
    if (unknown.length) throw new CommandRefusal(`unknown courts: ${unknown.join(', ')}`)
  }

  #tell(outcome: FeedOutcome, failed: string[]): void {
    const { court } = outcome
    if ('failure' in outcome) {
      failed.push(court)
      this.logger.warning(`${court}: ${outcome.failure}`)
      return
    }
    const { changes } = outcome
    if (!changes) return void this.logger.info(`${court}: unchanged`)
    const refused = changes.refused ? `, ${changes.refused} rejected` : ''
    this.logger.info(`${court}: ${changes.items} items, ${changes.entries} new entries${refused}`)
  }
}
