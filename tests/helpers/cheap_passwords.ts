import { Scrypt } from '@adonisjs/core/hash/drivers/scrypt'
import type { ApplicationService } from '@adonisjs/core/types'

/**
 * Password hashes in the test process use the same algorithm at a twentieth of the
 * cost, because tests create thousands of accounts. Servers started by tests use
 * the normal cost.
 */
export async function cheapPasswords(app: ApplicationService): Promise<void> {
  const { config } = await app.container.make('hash')
  Object.assign(config.list, { scrypt: () => new Scrypt({ cost: 1024 }) })
}
