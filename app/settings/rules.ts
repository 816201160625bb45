/**
 * Rules for settings that the framework has no words for. Each reads the text
 * of a setting, and throws an error that names it.
 */

type Rule<T> = (name: string, text?: string) => T | undefined

/** A whole number, or nothing. */
export function whole(low: number, high: number): Rule<number> {
  return (name, text) => {
    if (!text) return undefined
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= low && number <= high) return number
    throw new Error(`${name} must be a whole number from ${low} to ${high}, not "${text}"`)
  }
}

/** A number from 0 to 1, or nothing. */
export function fraction(): Rule<number> {
  return (name, text) => {
    if (!text) return undefined
    if (/^(?:0?\.\d+|[01](?:\.0*)?)$/.test(text)) return Number(text)
    throw new Error(`${name} must be a number from 0 to 1, not "${text}"`)
  }
}

/** Characters a key has at least. */
export const MIN_KEY_LENGTH = 32

/** A key, which the error does not repeat, or nothing. */
export const key = () => secret(MIN_KEY_LENGTH)

/** A text of some length, which the error does not repeat, or nothing. */
export function secret(length: number): Rule<string> {
  return (name, text) => {
    if (!text || text.length >= length) return text || undefined
    throw new Error(`${name} must have at least ${length} characters`)
  }
}

/** A time zone the machine knows, or nothing. */
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

/** Where texts are embedded: a service or a folder, or nothing. The error does not repeat it, because it might hold a password. */
export function embeddingsUrl(): Rule<string> {
  return (name, text) => {
    if (!text) return undefined
    const address = text.replace(/^inception\+/, '')
    if (!EMBEDDINGS_URL.test(text) || !URL.canParse(address))
      throw new Error(
        `${name} must begin with http://, https://, inception+http://, inception+https:// or file:///`
      )
    const { username, password } = new URL(address)
    if (username || password)
      throw new Error(`${name} must not hold a user or password; EMBEDDINGS_KEY is for keys`)
    return text
  }
}

/** Addresses of servers with commas between, or nothing. */
export const addresses = () =>
  addressList(
    ({ protocol, username, password }) => /^https?:$/.test(protocol) && !username && !password,
    'addresses such as http://10.0.0.5:8108 with commas between, without a user or password'
  )

/** Addresses of PostgreSQL servers with commas between, or nothing. */
export const databaseAddresses = () =>
  addressList(
    ({ protocol }) => /^postgres(?:ql)?:$/.test(protocol),
    'addresses such as postgres://user:password@10.0.0.6/curia with commas between'
  )

/** The error does not repeat them, because they might hold a password. */
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

/** A day of the calendar, or nothing. */
export function day(): Rule<string> {
  return (name, text) => {
    if (!text) return undefined
    const date = new Date(text)
    // Parsing carries 2027-02-30 over to March.
    if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime())) {
      if (date.toISOString().startsWith(text)) return text
    }
    throw new Error(`${name} must be a date such as 2027-12-31, not "${text}"`)
  }
}

/** Names or addresses of hosts with commas between, each with a port where only that one is meant, or nothing. */
export function hosts(): Rule<string[]> {
  return (name, text) => {
    const listed = (text ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean)
    for (const host of listed) {
      if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(host)) {
        throw new Error(
          `${name} must be hosts such as receiver.internal or 10.0.0.5:8080 with commas between, not "${host}"`
        )
      }
    }
    return listed.length ? listed : undefined
  }
}

const CRON_FIELD = String.raw`(?:\*|\d{1,2}(?:-\d{1,2})?)(?:/\d{1,2})?`
const CRON = new RegExp(`^(?:${CRON_FIELD}(?:,${CRON_FIELD})*(?: |$)){5}$`)

/** Times in the five fields of cron, in numbers, or nothing. */
export function cron(): Rule<string> {
  return (name, text) => {
    const times = text?.trim().replaceAll(/\s+/g, ' ')
    if (!times) return undefined
    if (CRON.test(times)) return times
    throw new Error(
      `${name} must be minute, hour, day, month and weekday, such as "30 0 * * *", not "${text}"`
    )
  }
}
