/**
 * Cache policies of all responses. The only declaration of
 * `Cache-Control`: responses get their header from here, and a test compares
 * the table in the documentation with it.
 */

/** Whether a response is the same for every caller. */
export type Audience = 'public' | 'private'

/** A representation that a browser, a proxy, or this server may cache. */
export interface CachedRepresentation {
  /** Name in the documentation. */
  what: string
  /** Path; `…` stands for the rest. */
  at: string
  /** `Cache-Control` of public responses and of responses for an account; null if not sent. */
  control: Record<Audience, string | null>
  /** Caches that may store it, and for how long it is used without revalidation. */
  kept: string
  /** What happens to copies when a document is sealed, a record is deleted, or a token is revoked. */
  sealed: string
  deleted: string
  revoked: string
}

/** Copies are revalidated by this server before each use. */
const REVALIDATED = { public: 'no-cache', private: 'private, no-cache' }
const NEVER = { public: 'no-store', private: 'no-store' }
const forEveryone = (control: string) => ({ public: control, private: control })

const NEXT_REQUEST = 'unavailable from the next request'
const NOT_AFFECTED = 'not affected'
const REFUSED = 'rejected from the next request'

/** Maximum lifetime of a signed URL in seconds, regardless of the setting. */
export const MAX_SIGNED_SECONDS = 300

export const CACHING = {
  files: {
    what: 'Files and thumbnails',
    at: '/storage/…',
    control: REVALIDATED,
    kept: 'browsers and proxies; revalidated on each use with the strong ETag',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  signedRedirect: {
    what: 'Redirect to a signed URL',
    at: '/storage/… with S3_SIGNED_URLS',
    control: NEVER,
    kept: 'not cached',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  signedFile: {
    what: 'File at a signed URL',
    at: 'the bucket',
    control: forEveryone('private, no-cache'),
    kept: `browsers; the URL is valid for at most ${MAX_SIGNED_SECONDS} seconds`,
    sealed: 'unavailable once an immediate job has removed the file from the bucket',
    deleted: 'the URL expires',
    revoked: 'the URL expires',
  },
  feeds: {
    what: 'Feeds and podcasts',
    at: '/feed/…, /podcast/search/',
    control: REVALIDATED,
    kept: 'feed readers and proxies; revalidated on each use with the ETag',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  records: {
    what: 'API lists and records',
    at: '/api/rest/…',
    control: { public: null, private: 'private' },
    kept: 'clients; no lifetime is set, so copies are revalidated with the ETag',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  searches: {
    what: 'Search results',
    at: '/api/rest/…/search/',
    control: { public: null, private: 'private' },
    kept: 'this server, for ten minutes; the rows shown are compared on each use',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  exports: {
    what: 'Exports',
    at: '/api/rest/…?format=csv',
    control: { public: null, private: 'private' },
    kept: 'not cached',
    sealed: 'not in later exports',
    deleted: 'not in later exports',
    revoked: REFUSED,
  },
  bulkFiles: {
    what: 'Bulk data files',
    at: '/bulk-data/…',
    control: REVALIDATED,
    kept: 'browsers and proxies; revalidated on each use with the strong ETag',
    sealed:
      'files with texts of documents, or with decisions, are unavailable from the next request',
    deleted: 'not in later exports',
    revoked: REFUSED,
  },
  pages: {
    what: 'Record pages, search page, documentation',
    at: '/docket/…, /search/, /docs/…',
    control: { public: 'no-cache', private: 'no-store' },
    kept: 'browsers and proxies; revalidated on each use',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: 'not affected; pages use sessions',
  },
  embeds: {
    what: 'Embedded visualizations',
    at: '/visualizations/…/embed/',
    control: { public: 'no-cache', private: 'no-store' },
    kept: 'browsers and proxies; revalidated on each use',
    sealed: NOT_AFFECTED,
    deleted: NEXT_REQUEST,
    revoked: 'not affected; pages use sessions',
  },
  own: {
    what: 'Console, forms, account data export, errors, API usage, citation lookup',
    at: '/profile/…, /admin/…, and others',
    control: NEVER,
    kept: 'not cached',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  uploads: {
    what: 'Original uploads and court pages (staff only)',
    at: '/admin/uploads/…, /admin/unread-text/…',
    control: NEVER,
    kept: 'not cached',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: 'not affected; pages use sessions',
  },
  tools: {
    what: 'Tools, documents, and resources for AI clients',
    at: '/mcp/',
    control: NEVER,
    kept: 'not cached; text that a client has read remains in its conversation',
    sealed: NEXT_REQUEST,
    deleted: NEXT_REQUEST,
    revoked: REFUSED,
  },
  sitemap: {
    what: 'Sitemap',
    at: '/sitemap.xml, /sitemap-….xml',
    control: forEveryone('public, max-age=3600'),
    kept: 'search engines, for one hour; it contains only page paths',
    sealed: 'the path remains listed',
    deleted: 'the path remains listed for one hour',
    revoked: NOT_AFFECTED,
  },
  robots: {
    what: 'robots.txt',
    at: '/robots.txt',
    control: forEveryone('public, max-age=86400'),
    kept: 'search engines, for one day',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: NOT_AFFECTED,
  },
  assets: {
    what: 'Styles and scripts',
    at: '/assets/…',
    control: forEveryone('public, max-age=31536000, immutable'),
    kept: 'browsers and proxies, for one year; a changed file gets a new name',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: NOT_AFFECTED,
  },
  oldAssets: {
    what: 'Styles and scripts under the file name of another version',
    at: '/assets/…',
    control: forEveryone('public, no-cache'),
    kept: 'browsers and proxies; revalidated on each use with the ETag',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: NOT_AFFECTED,
  },
  authorization: {
    what: 'OAuth responses with tokens or credentials',
    at: '/o/token, /o/register',
    control: NEVER,
    kept: 'not cached',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: REFUSED,
  },
  metadata: {
    what: 'Tool server metadata',
    at: '/.well-known/oauth-protected-resource',
    control: forEveryone('public, max-age=3600'),
    kept: 'clients and proxies, for one hour; it contains only URLs and scopes',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: NOT_AFFECTED,
  },
  keys: {
    what: 'OAuth signing keys and metadata',
    at: '/o/.well-known/jwks.json',
    control: { public: null, private: null },
    kept: 'clients; no lifetime is set',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: 'not affected; the server looks up tokens',
  },
  health: {
    what: 'Health and metrics',
    at: '/health/…, /monitoring/…',
    control: NEVER,
    kept: 'not cached',
    sealed: NOT_AFFECTED,
    deleted: NOT_AFFECTED,
    revoked: REFUSED,
  },
} as const satisfies Record<string, CachedRepresentation>

/** Representations that are always sent with the header. */
export type Cached = {
  [Name in keyof typeof CACHING]: null extends (typeof CACHING)[Name]['control']['public']
    ? never
    : Name
}[keyof typeof CACHING]

/** `Cache-Control` of a response. */
export function cacheControl(name: Cached, audience: Audience = 'public'): string {
  return CACHING[name].control[audience]
}

/** `Cache-Control` header of API responses; empty if not sent. */
export function cacheHeaders(
  name: keyof typeof CACHING,
  audience: Audience
): { 'cache-control'?: string } {
  const control = CACHING[name].control[audience]
  return control === null ? {} : { 'cache-control': control }
}
