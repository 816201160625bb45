import { args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import type { Credentials } from '../registry_client/types.js'

/** A docket number that exists at most courts. */
const ASKED = '1:24-cv-00001'

/** Tests the connection to a court with one login and one free docket number lookup. */
export default class RegistryCheck extends InterruptibleCommand {
  static commandName = 'registry:check'
  static description = 'Log in to the court system and look up one docket number for free'
  static help = [
    'Requires REGISTRY=on, or REGISTRY_CONNECT for simulated courts.',
    'Uses REGISTRY_USERNAME and REGISTRY_PASSWORD, or prompts for them.',
    'Buys nothing and prints no secrets.',
  ]

  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'ID of a district or bankruptcy court' })
  declare court: string

  @flags.string({ description: `Docket number to look up; default: ${ASKED}` })
  declare number: string

  async run() {
    await this.runInterruptible((signal) => this.#check(signal), 'interrupted; nothing was bought')
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { CourtSystem } = await import('../court_system.js')
    const { RegistryError } = await import('../registry_client/registry_error.js')
    const courtSystem = await this.app.container.make(CourtSystem)
    if (!courtSystem.isOn)
      throw new CommandRefusal('fetching is off: set REGISTRY=on or REGISTRY_CONNECT')
    const client = await courtSystem.client()
    this.logger.info(courtSystem.isReal ? 'target: the court system' : 'target: simulated courts')
    const context = { signal, beforeBilled: refuseToBuy }
    try {
      await client.probe(this.court, signal)
      this.logger.info(`${this.court} responds`)
      const session = await client.logIn(await this.#credentials(), signal)
      this.logger.info(`logged in${session.notice ? `; notice: ${session.notice}` : ''}`)
      const number = this.number ?? ASKED
      const found = await session.findCase(this.court, number, {}, context)
      const answer = found ? `case ${found.caseId}, ${found.caseName}` : 'not found or sealed'
      this.logger.success(`${number} at ${this.court}: ${answer}`)
    } catch (error) {
      if (signal.aborted) throw new Interrupted()
      if (!(error instanceof RegistryError)) throw error
      throw new CommandRefusal(error.message)
    }
  }

  async #credentials(): Promise<Credentials> {
    const { default: settings } = await import('../settings.js')
    const { username, password } = settings
    if (username && password) return { username, password }
    if (!process.stdin.isTTY)
      throw new CommandRefusal('set REGISTRY_USERNAME and REGISTRY_PASSWORD')
    const asked = { username: await this.prompt.ask('Court system username') }
    return { ...asked, password: await this.prompt.secure('Password') }
  }
}

async function refuseToBuy(): Promise<void> {
  throw new CommandRefusal('the check must not buy anything')
}
