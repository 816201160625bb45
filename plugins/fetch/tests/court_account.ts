import { randomUUID } from 'node:crypto'
import { noteSecrets } from '#tests/helpers/secrets'
import {
  ACCOUNTS,
  addAccount,
  type SimulatedAccount,
} from '#plugins/demo_courts/simulator/start_simulator'

/** Makes an account at the simulated courts whose credentials no other test has. */
export function makeCourtAccount(
  rest: Partial<SimulatedAccount> = {}
): Pick<SimulatedAccount, 'name' | 'password'> {
  const made = {
    ...ACCOUNTS[0]!,
    name: `canary-${randomUUID()}`,
    password: `Pw-${randomUUID()}`,
    ...rest,
  }
  noteSecrets('user name at the court system', [made.name])
  noteSecrets('password', [made.password])
  addAccount(made)
  return made
}
