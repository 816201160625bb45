/** Two-factor sign-in for tests. */
import type { TestAccount } from './accounts.js'
import { createAuthenticatorApp } from './authenticator_app.js'
import { signedIn } from './visitor.js'

const PAGE = '/profile/second-factor/'

/** Recovery codes on a page. */
export const codesOn = (page: string) =>
  [...page.matchAll(/<li><code>([0-9a-z]{5}-[0-9a-z]{5})<\/code><\/li>/g)].map(([, code]) => code!)

/** An account with two-factor sign-in, its app, and its recovery codes. */
export async function withSecondFactor(account: TestAccount) {
  const visitor = await signedIn(account)
  const code = createAuthenticatorApp((await visitor.get(PAGE)).text)
  // Uses the code of the previous step, so that the current one is still unused.
  const begin = () => visitor.submit(PAGE, { password: account.password, code: code(-1) })
  let recovery = codesOn((await begin()).text)
  // The time step may have changed since.
  if (!recovery.length) recovery = codesOn((await begin()).text)
  if (!recovery.length) throw new Error('two-factor sign-in was not set up')
  return { visitor, code, recovery }
}
