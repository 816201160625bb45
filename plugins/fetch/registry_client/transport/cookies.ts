import { CookieJar, type SerializedCookieJar } from 'tough-cookie'

/** Maximum number of cookies in a session; courts set about a dozen. */
const MAX_COOKIES = 300
/** Maximum length of a cookie. */
const LONGEST = 8_192

/** The cookies of a session, sent according to their domains and paths. */
export class Cookies {
  readonly #jar: CookieJar

  /** @param kept cookies of a restored session */
  constructor(kept?: SerializedCookieJar) {
    this.#jar = kept ? CookieJar.deserializeSync(kept) : new CookieJar()
  }

  /** The Cookie header for a URL; empty if none. */
  for(url: URL): string {
    return this.#jar.getCookieStringSync(url.href)
  }

  /** Stores the cookies of a response. Malformed cookies are ignored. */
  take(url: URL, header: string | string[] | undefined): void {
    for (const text of [header ?? []].flat()) {
      if (text.length > LONGEST || this.#count() >= MAX_COOKIES) continue
      this.#jar.setCookieSync(text, url.href, { ignoreError: true })
    }
  }

  /** Sets a cookie for all court hosts. */
  set(name: string, value: string): void {
    this.#jar.setCookieSync(
      `${name}=${value}; Domain=uscourts.gov; Path=/; Secure`,
      'https://pacer.login.uscourts.gov/'
    )
  }

  /** Value of a cookie for all court hosts. */
  value(name: string): string | undefined {
    const all = this.#jar.getCookiesSync('https://pacer.login.uscourts.gov/')
    return all.find(({ key }) => key === name)?.value
  }

  /** Removes all cookies. */
  clear(): void {
    this.#jar.removeAllCookiesSync()
  }

  kept(): SerializedCookieJar {
    const kept = this.#jar.serializeSync()
    if (!kept) throw new Error('The cookies are invalid.')
    return kept
  }

  #count(): number {
    return this.#jar.serializeSync()?.cookies.length ?? 0
  }
}
