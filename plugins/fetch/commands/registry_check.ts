import { args, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { InterruptibleCommand } from '#app/support/interruptible_command'
import type { Credentials } from '../registry_client/types.js'

/** A number that the first case of most courts has. */
const ASKED = '1:24-cv-00001'

/** Tries the way to a court: it logs in once, and asks one number, which is free. */
export default class RegistryCheck extends InterruptibleCommand {
  static commandName = 'registry:check'
  static description = 'Log in to the court system, and ask a court for one case number, free'
  static help = [
    'Needs REGISTRY=on, or REGISTRY_CONNECT for simulated courts.',
    'REGISTRY_USERNAME and REGISTRY_PASSWORD name the account; without them they are asked for.',
    'Nothing is bought. No secret is printed.',
  ]

  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'ID of a district or bankruptcy court' })
  declare court: string

  @flags.string({ description: `Case number to ask for, instead of ${ASKED}` })
  declare number: string

  async run() {
    await this.runInterruptible((signal) => this.#check(signal), 'interrupted; nothing was bought')
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { CourtSystem } = await import('../court_system.js')
    const { RegistryError } = await import('../registry_client/registry_error.js')
    const courtSystem = await this.app.container.make(CourtSystem)
    if (!courtSystem.isOn)
      throw new CommandRefusal('fetching is disabled: set REGISTRY=on, or REGISTRY_CONNECT')
    const client = await courtSystem.client()
    this.logger.info(courtSystem.isReal ? 'this is the court system' : 'these are simulated courts')
    const context = { signal, beforeBilled: refuseToBuy }
    try {
      await client.probe(this.court, signal)
      this.logger.info(`${this.court} answers`)
      const session = await client.logIn(await this.#credentials(), signal)
      this.logger.info(`logged in${session.notice ? `; the login says: ${session.notice}` : ''}`)
      const number = this.number ?? ASKED
      const found = await session.findCase(this.court, number, {}, context)
      const answer = found ? `case ${found.caseId}, ${found.caseName}` : 'no case, or a sealed one'
      this.logger.success(`${this.court} has under ${number}: ${answer}`)
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
    const asked = { username: await this.prompt.ask('User name at the court system') }
    return { ...asked, password: await this.prompt.secure('Password') }
  }
}

async function refuseToBuy(): Promise<void> {
  throw new CommandRefusal('the check buys nothing')
}
