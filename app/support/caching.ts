/**
 * What caches may keep of this server, and for how long. The only declaration
 * of `Cache-Control`: responses take their header from here, and the table in
 * the documentation is compared with it.
 */

/** Whether a response is the same for every caller. */
export type Audience = 'public' | 'private'

/** A representation that something may keep: a browser, a proxy, or this server. */
export interface CachedRepresentation {
  /** As the documentation calls it. */
  what: string
  /** Where it is served; `…` stands for more. */
  at: string
  /** `Cache-Control` of a response for everyone, and of one for an account; null: none is sent. */
  control: Record<Audience, string | null>
  /** What may keep it, and how long it is used without asking. */
  kept: string
  /** What happens to kept copies when a document is sealed, a record is deleted, and a token is revoked. */
  sealed: string
  deleted: string
  revoked: string
}

/** Kept copies are used only after this server has confirmed them. */
const REVALIDATED = { public: 'no-cache', private: 'private, no-cache' }
const NEVER = { public: 'no-store', private: 'no-store' }
const forEveryone = (control: string) => ({ public: control, private: control })

const NEXT_REQUEST = 'gone at the next request'
const NOT_AFFECTED = 'not affected'
const REFUSED = 'refused at the next request'

/** Seconds for which a signed URL of a bucket is valid at most, whatever the setting says. */
export const MAX_SIGNED_SECONDS = 300

export const CACHING = {
  files: {
    what: 'Files and thumbnails',
    at: '/storage/…',
    control: REVALIDATED,
    kept: 'browsers and proxies; each use is confirmed by the strong ETag',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  signedRedirect: {
    what: 'Redirect to a signed URL',
    at: '/storage/… with S3_SIGNED_URLS',
    control: NEVER,
    kept: 'nothing',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  signedFile: {
    what: 'File at a signed URL',
    at: 'the bucket',
    control: forEveryone('private, no-cache'),
    kept: `browsers; the URL is valid for ${MAX_SIGNED_SECONDS} seconds at most`,
    sealed: 'gone when the file is removed from the bucket, by a job that runs at once',
    deleted: 'the URL expires',
    revoked: 'the URL expires',
  },
  feeds: {
    what: 'Feeds and podcasts',
    at: '/feed/…',
    control: REVALIDATED,
    kept: 'feed readers and proxies; each use is confirmed by the ETag',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  records: {
    what: 'Lists and records of the API',
    at: '/api/rest/…',
    control: { public: null, private: 'private' },
    kept: 'clients; no lifetime is named, so copies are confirmed by the ETag',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  searches: {
    what: 'Search results',
    at: '/api/rest/…/search/',
    control: { public: null, private: 'private' },
    kept: 'this server, for ten minutes; each use compares the rows that are shown',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  exports: {
    what: 'Exports',
    at: '/api/rest/…?format=csv',
    control: { public: null, private: 'private' },
    kept: 'nothing',
    sealed: 'not in later exports',
    deleted: 'not in later exports',
    revoked: REFUSED,
  },
  pages: {
    what: 'Pages of records, search page, documentation',
    at: '/docket/…, /search/, /docs/ …',
    control: { public: 'no-cache', private: 'no-store' },
    kept: 'browsers and proxies; each use is confirmed',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: 'not affected; pages use sessions',
  },
  embeds: {
    what: 'Embedded visualizations',
    at: '/visualizations/…/embed/',
    control: { public: 'no-cache', private: 'no-store' },
    kept: 'browsers and proxies; each use is confirmed',
    sealed: NOT_AFFECTED,
    deleted: NEXT_REQUEST,
    revoked: 'not affected; pages use sessions',
  },
  own: {
    what: 'Console, forms, take-out, errors, API usage, citation lookup',
    at: '/profile/…, /admin/… and others',
    control: NEVER,
    kept: 'nothing',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  uploads: {
    what: 'Uploaded originals, for staff',
    at: '/admin/uploads/…',
    control: NEVER,
    kept: 'nothing',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: 'not affected; pages use sessions',
  },
  tools: {
    what: 'Tools, documents and resources of AI clients',
    at: '/mcp/',
    control: NEVER,
    kept: 'nothing; what a client has read is in its conversation',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  sitemap: {
    what: 'Sitemap',
    at: '/sitemap.xml, /sitemap-….xml',
    control: forEveryone('public, max-age=3600'),
    kept: 'search engines, for an hour; it has paths of pages only',
    sealed: 'the path stays listed',
    deleted: 'the path stays listed for an hour',
    revoked: NOT_AFFECTED,
  },
  robots: {
    what: 'robots.txt',
    at: '/robots.txt',
    control: forEveryone('public, max-age=86400'),
    kept: 'search engines, for a day',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: NOT_AFFECTED,
  },
  assets: {
    what: 'Styles and scripts',
    at: '/assets/…',
    control: forEveryone('public, max-age=31536000, immutable'),
    kept: 'browsers and proxies, for a year; a changed file has another name',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: NOT_AFFECTED,
  },
  oldAssets: {
    what: 'Styles and scripts under the name of another version',
    at: '/assets/…',
    control: forEveryone('public, no-cache'),
    kept: 'browsers and proxies; each use is confirmed by the ETag',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: NOT_AFFECTED,
  },
  authorization: {
    what: 'OAuth responses with tokens or credentials',
    at: '/o/token, /o/register',
    control: NEVER,
    kept: 'nothing',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: REFUSED,
  },
  metadata: {
    what: 'Metadata of the tool server',
    at: '/.well-known/oauth-protected-resource',
    control: forEveryone('public, max-age=3600'),
    kept: 'clients and proxies, for an hour; it names URLs and scopes only',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: NOT_AFFECTED,
  },
  keys: {
    what: 'OAuth signing keys and metadata',
    at: '/o/.well-known/jwks.json',
    control: { public: null, private: null },
    kept: 'clients; no lifetime is named',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: 'not affected; the server looks tokens up',
  },
  health: {
    what: 'Health and metrics',
    at: '/health/…, /monitoring/…',
    control: NEVER,
    kept: 'nothing',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: REFUSED,
  },
} as const satisfies Record<string, CachedRepresentation>

/** Representations whose responses have a header. */
export type Cached = {
  [Name in keyof typeof CACHING]: null extends (typeof CACHING)[Name]['control']['public']
    ? never
    : Name
}[keyof typeof CACHING]

/** `Cache-Control` of a response. */
export function cacheControl(name: Cached, audience: Audience = 'public'): string {
  return CACHING[name].control[audience]
}

/** `Cache-Control` of responses of the API; without one where none is sent. */
export function cacheHeaders(
  name: keyof typeof CACHING,
  audience: Audience
): { 'cache-control'?: string } {
  const control = CACHING[name].control[audience]
  return control === null ? {} : { 'cache-control': control }
}
