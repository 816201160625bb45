/** Rules for settings of court emails. */

const PREFIX = 'whsec_'
/** Key length in bytes, as defined by Standard Webhooks. */
const KEY = { least: 24, most: 64 }

/** Comma-separated Standard Webhooks secrets. The error doesn't contain them. */
export function signingKeys() {
  return (name: string, text?: string): Buffer[] | undefined => {
    const listed = (text ?? '').split(',').map((secret) => secret.trim())
    const keys = listed.filter(Boolean).map((secret) => keyOf(secret))
    if (keys.some((key) => key === undefined))
      throw new Error(
        `${name} must be ${PREFIX} followed by ${KEY.least} to ${KEY.most} bytes in Base64; separate several secrets with commas`
      )
    return keys.length ? (keys as Buffer[]) : undefined
  }
}

function keyOf(secret: string): Buffer | undefined {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined
  const key = Buffer.from(encoded, 'base64')
  return key.length >= KEY.least && key.length <= KEY.most ? key : undefined
}

/** A domain name. */
export function domain() {
  return (name: string, text?: string): string | undefined => {
    if (!text) return undefined
    const found = text.trim().toLowerCase()
    if (/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(found))
      return found
    throw new Error(`${name} must be a domain such as filings.example.org, not "${text}"`)
  }
}

/** `on` or `off`; `on` requires a connection to the court system. */
export function feeds() {
  return (name: string, text?: string): 'on' | 'off' | undefined => {
    if (!text) return undefined
    if (text === 'off') return text
    if (text !== 'on') throw new Error(`${name} must be on or off, not "${text}"`)
    if (process.env.REGISTRY === 'on' || process.env.REGISTRY_CONNECT) return text
    throw new Error(`${name}=on requires REGISTRY=on`)
  }
}
