import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { Table } from '../simulator/describe.js'

export default class RegistrySimulate extends BaseCommand {
  static commandName = 'registry:simulate'
  static description = 'Run simulated federal courts with invented cases'
  static help = [
    'The courts listen on the loopback address only and send no requests.',
    'Start the server in another terminal with the printed command. Press Ctrl-C to stop the courts.',
    'See /docs/simulated-courts/ for the accounts, cases, and documents.',
  ]

  static options: CommandOptions = { startApp: false, staysAlive: true }

  @flags.number({ description: 'Port; default: any free port' })
  declare port: number

  async run() {
    const { port = 0 } = this
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      return this.#end('--port must be from 1 to 65535')
    const { startSimulator } = await import('../simulator/start_simulator.js')
    const { accountTable, caseTable } = await import('../simulator/describe.js')
    const simulator = await startSimulator({ port }).catch((error: NodeJS.ErrnoException) => error)
    if (simulator instanceof Error)
      return this.#end(`port ${port} is not available: ${simulator.code}`)
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

  async #end(message: string): Promise<void> {
    this.logger.error(message)
    this.exitCode = 1
    await this.terminate()
  }
}
