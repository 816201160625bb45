import { CookieJar, type SerializedCookieJar } from 'tough-cookie'

/** Cookies that a session keeps; courts set about a dozen. */
const MAX_COOKIES = 300
/** Characters of one. */
const LONGEST = 8_192

/** The cookies of one session, sent where their domains and paths say. */
export class Cookies {
  readonly #jar: CookieJar

  /** @param kept those of an earlier use */
  constructor(kept?: SerializedCookieJar) {
    this.#jar = kept ? CookieJar.deserializeSync(kept) : new CookieJar()
  }

  /** The header for a URL; empty for none. */
  for(url: URL): string {
    return this.#jar.getCookieStringSync(url.href)
  }

  /** Takes over what an answer sets; what is malformed is left out. */
  take(url: URL, header: string | string[] | undefined): void {
    for (const text of [header ?? []].flat()) {
      if (text.length > LONGEST || this.#count() >= MAX_COOKIES) continue
      this.#jar.setCookieSync(text, url.href, { ignoreError: true })
    }
  }

  /** Sets a cookie for all hosts of the courts. */
  set(name: string, value: string): void {
    this.#jar.setCookieSync(
      `${name}=${value}; Domain=uscourts.gov; Path=/; Secure`,
      'https://pacer.login.uscourts.gov/'
    )
  }

  /** What a cookie of all hosts of the courts holds; undefined for none. */
  value(name: string): string | undefined {
    const all = this.#jar.getCookiesSync('https://pacer.login.uscourts.gov/')
    return all.find(({ key }) => key === name)?.value
  }

  /** Forgets all. */
  clear(): void {
    this.#jar.removeAllCookiesSync()
  }

  kept(): SerializedCookieJar {
    const kept = this.#jar.serializeSync()
    if (!kept) throw new Error('The cookies cannot be kept.')
    return kept
  }

  #count(): number {
    return this.#jar.serializeSync()?.cookies.length ?? 0
  }
}
