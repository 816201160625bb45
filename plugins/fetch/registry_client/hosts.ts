import { allCourts } from './courts.js'

/** The host of the central login. */
export const LOGIN_HOST = 'pacer.login.uscourts.gov'
/** The host that turns the creditors of a case into text (court system 7). */
export const CREDITORS_HOST = 'ncrs.uscourts.gov'

/** Every host that the client speaks to. */
const HOSTS: ReadonlySet<string> = new Set([
  LOGIN_HOST,
  CREDITORS_HOST,
  ...allCourts().flatMap(({ host, acms }) => [host, ...(acms ? [acms.site, acms.api] : [])]),
])

/** Whether a URL is https at a host of the court system. */
export const isOfCourtSystem = (url: URL): boolean =>
  url.protocol === 'https:' &&
  url.port === '' &&
  url.username === '' &&
  url.password === '' &&
  HOSTS.has(url.hostname)
