import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { Table } from '../simulator/describe.js'

export default class RegistrySimulate extends BaseCommand {
  static commandName = 'registry:simulate'
  static description = 'Run simulated federal courts, with invented cases, to try fetching'
  static help = [
    'They listen on the loopback address only, and reach nothing.',
    'Start the server with the line that is printed, in another terminal; Ctrl-C ends the courts.',
    '/docs/simulated-courts/ lists accounts, cases and documents.',
  ]

  static options: CommandOptions = { startApp: false, staysAlive: true }

  @flags.number({ description: 'Port; a free one unless given' })
  declare port: number

  async run() {
    const { port = 0 } = this
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      return this.#end('--port must be 1 to 65535')
    const { startSimulator } = await import('../simulator/start_simulator.js')
    const { accountTable, caseTable } = await import('../simulator/describe.js')
    const simulator = await startSimulator({ port }).catch((error: NodeJS.ErrnoException) => error)
    if (simulator instanceof Error)
      return this.#end(`port ${port} cannot be used: ${simulator.code}`)
    this.app.terminating(async () => {
      await simulator.close()
      process.exitCode = 0
    })
    this.#print(accountTable())
    this.#print(caseTable())
    this.logger.log(
      `Simulated courts are ready. Start the server with:\n\n  REGISTRY_CONNECT=127.0.0.1:${simulator.port} npm start\n`
    )
  }

  #print({ head, rows }: Table): void {
    const table = this.ui.table().head(head)
    for (const row of rows) table.row(row)
    table.render()
  }

  /** Ends without courts. */
  async #end(message: string): Promise<void> {
    this.logger.error(message)
    this.exitCode = 1
    await this.terminate()
  }
}
