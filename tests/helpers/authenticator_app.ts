/** The authenticator app for two-factor sign-in. */
import { Secret, TOTP } from 'otpauth'

/** Code of an authenticator app with the key on a page, `steps` from now. */
export function createAuthenticatorApp(page: string): (steps?: number) => string {
  const [, key] = /<code class="long">([A-Z2-7 ]+)<\/code>/.exec(page)!
  const totp = new TOTP({ secret: Secret.fromBase32(key!.replaceAll(' ', '')) })
  return (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
}
