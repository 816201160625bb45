/**
 * Rules for settings, in addition to those of the framework. Each parses the text of an
 * optional setting, and throws an error with its name.
 */

type Rule<T> = (name: string, text?: string) => T | undefined

/** A whole number. */
export function whole(low: number, high: number): Rule<number> {
  return (name, text) => {
    if (!text) return undefined
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= low && number <= high) return number
    throw new Error(`${name} must be a whole number from ${low} to ${high}, not "${text}"`)
  }
}

/** A number from 0 to 1. */
export function fraction(): Rule<number> {
  return (name, text) => {
    if (!text) return undefined
    if (/^(?:0?\.\d+|[01](?:\.0*)?)$/.test(text)) return Number(text)
    throw new Error(`${name} must be a number from 0 to 1, not "${text}"`)
  }
}

/** Minimum length of a key. */
export const MIN_KEY_LENGTH = 32

/** A key, which errors don't reveal. */
export const key = () => secret(MIN_KEY_LENGTH)

/** A text with a minimum length, which errors don't reveal. */
export function secret(length: number): Rule<string> {
  return (name, text) => {
    if (!text || text.length >= length) return text || undefined
    throw new Error(`${name} must have at least ${length} characters`)
  }
}

/** A time zone. */
export function timeZone(): Rule<string> {
  return (name, text) => {
    if (!text) return undefined
    try {
      new Intl.DateTimeFormat('en', { timeZone: text })
      return text
    } catch {
      throw new Error(`${name} must be a time zone such as Europe/Berlin or UTC, not "${text}"`)
    }
  }
}

const EMBEDDINGS_URL = /^(?:inception\+)?https?:\/\/|^file:\/\/\//

/** The URL of an embedding service or folder. Errors don't reveal it, because it might contain a password. */
export function embeddingsUrl(): Rule<string> {
  return (name, text) => {
    if (!text) return undefined
    const address = text.replace(/^inception\+/, '')
    if (!EMBEDDINGS_URL.test(text) || !URL.canParse(address))
      throw new Error(
        `${name} must start with http://, https://, inception+http://, inception+https:// or file:///`
      )
    const { username, password } = new URL(address)
    if (username || password)
      throw new Error(`${name} must not contain a user or password; set EMBEDDINGS_KEY for keys`)
    return text
  }
}

/** A comma-separated list of server URLs. */
export const addresses = () =>
  addressList(
    ({ protocol, username, password }) => /^https?:$/.test(protocol) && !username && !password,
    'comma-separated URLs such as http://10.0.0.5:8108, without a user or password'
  )

/** A comma-separated list of PostgreSQL URLs. */
export const databaseAddresses = () =>
  addressList(
    ({ protocol }) => /^postgres(?:ql)?:$/.test(protocol),
    'comma-separated URLs such as postgres://user:password@10.0.0.6/curia'
  )

/** The error doesn't reveal them, because they might contain a password. */
function addressList(isValid: (address: URL) => boolean, wanted: string): Rule<string[]> {
  return (name, text) => {
    const listed = (text ?? '')
      .split(',')
      .map((address) => address.trim().replace(/\/+$/, ''))
      .filter(Boolean)
    for (const address of listed) {
      const url = URL.parse(address)
      if (!url || !isValid(url)) throw new Error(`${name} must be ${wanted}`)
    }
    return listed.length ? listed : undefined
  }
}

/** A calendar date. */
export function day(): Rule<string> {
  return (name, text) => {
    if (!text) return undefined
    const date = new Date(text)
    // Parsing changes 2027-02-30 to March 2.
    if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime())) {
      if (date.toISOString().startsWith(text)) return text
    }
    throw new Error(`${name} must be a date such as 2027-12-31, not "${text}"`)
  }
}

/** A comma-separated list of host names or IP addresses, each with an optional port. */
export function hosts(): Rule<string[]> {
  return (name, text) => {
    const listed = (text ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean)
    for (const host of listed) {
      if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(host)) {
        throw new Error(
          `${name} must be comma-separated hosts such as receiver.internal or 10.0.0.5:8080, not "${host}"`
        )
      }
    }
    return listed.length ? listed : undefined
  }
}

const CRON_FIELD = String.raw`(?:\*|\d{1,2}(?:-\d{1,2})?)(?:/\d{1,2})?`
const CRON = new RegExp(`^(?:${CRON_FIELD}(?:,${CRON_FIELD})*(?: |$)){5}$`)

/** A cron schedule with five numeric fields. */
export function cron(): Rule<string> {
  return (name, text) => {
    const times = text?.trim().replaceAll(/\s+/g, ' ')
    if (!times) return undefined
    if (CRON.test(times)) return times
    throw new Error(
      `${name} must be minute, hour, day, month, and weekday, such as "30 0 * * *", not "${text}"`
    )
  }
}
