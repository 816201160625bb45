import { Scrypt } from '@adonisjs/core/hash/drivers/scrypt'
import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Hashes of the test process are of the same kind and cost a twentieth: tests
 * make accounts by the thousand. Servers that tests start hash as everywhere.
 */
export async function cheapPasswords(app: ApplicationService): Promise<void> {
  const { config } = await app.container.make('hash')
  Object.assign(config.list, { scrypt: () => new Scrypt({ cost: 1024 }) })
}
