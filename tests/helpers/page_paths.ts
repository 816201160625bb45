/**
 * A path for every route that renders a page. Patterns without parameters are used
 * unchanged. Others have an example here.
 */
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import { isApiPath } from '#api/roots'
import type { TestAccount } from './accounts.js'

/** Routes that don't render a page: data, files, redirects, and routes that need a one-time key. */
const NO_PAGES = [
  /^\/(assets|storage|feed|podcast|health|metrics|monitoring|o|mcp|\.well-known)(\/|$)/,
  /^\/search\/suggest$/,
  /^\/(robots\.txt|sitemap\.xml|:sitemap)$/,
  /\/(csv|original|files\.zip)$/,
  /^\/bulk-data\/:name/,
  /^\/alert\/(edit|delete|docket\/new)/,
  /^\/visualizations(\/\*)?$/,
  // Redirect signed-in users or go to another page.
  /^\/c\/:reporter\/:volume\/:page$/,
  /^\/(sign-in(\/code)?|register|profile\/search-alerts|profile\/\*)$/,
  // Shown during a flow between two sites.
  /^\/oauth\/interaction\//,
]

/** Patterns with parameters: a path, or a function of the keys of the account's records. */
const EXAMPLES: Record<string, string | ((keys: Keys) => string)> = {
  '/docket/:id/:slug?': '/docket/2001/harbor-light-logistics-llc-v-meridian-cold-chain-corp/',
  '/opinion/:id/:slug?': '/opinion/1026/united-states-v-carolene-products-co/',
  '/opinion/:id/:slug/cited-by': '/opinion/1026/united-states-v-carolene-products-co/cited-by/',
  '/opinion/:id/:slug/network': '/opinion/1026/united-states-v-carolene-products-co/network/',
  '/c/:reporter': '/c/us/',
  '/c/:reporter/:volume': '/c/us/347/',
  '/statutes/:section': '/statutes/42_U.S.C._1983/',
  '/court/:id/:slug?': '/court/scotus/supreme-court/',
  '/person/:id/:slug?': '/person/368/clarence-thomas/',
  '/docket/:id/parties/:slug?': '/docket/2001/parties/x/',
  '/docket/:docket/:document/:slug': '/docket/2001/1/x/',
  '/docket/:docket/:document/:attachment/:slug': '/docket/2001/1/1/x/',
  '/audio/:id/:slug?': '/audio/901/riley-v-california/',
  '/disclosure/:id/:slug?': '/disclosure/801/annual-report-2021/',
  '/docs/api/:name/:part?': '/docs/api/clusters/',
  '/docs/decisions/:page': '/docs/decisions/0001-json-from-sql/',
  '/docs/:page': '/docs/lists/',
  '/email/confirm/:key': `/email/confirm/${'0'.repeat(40)}/`,
  '/confirm-password/:key': `/confirm-password/${'0'.repeat(40)}/`,
  '/alert/disable/:key': `/alert/disable/${'x'.repeat(40)}/`,
  '/alert/enable/:key': `/alert/enable/${'x'.repeat(40)}/`,
  '/alert/hits/:key': `/alert/hits/${'x'.repeat(40)}/`,
  '/alert/docket/subscribe/:key': `/alert/docket/subscribe/${'x'.repeat(40)}/`,
  '/alert/docket/unsubscribe/:key': `/alert/docket/unsubscribe/${'x'.repeat(40)}/`,
  '/profile/webhooks/:id': ({ webhooks }) => `/profile/webhooks/${webhooks}/`,
  '/profile/webhooks/:id/deliveries/:delivery': ({ webhooks, webhook_deliveries: delivery }) =>
    `/profile/webhooks/${webhooks}/deliveries/${delivery}/`,
  '/admin/webhooks/:id': ({ webhooks }) => `/admin/webhooks/${webhooks}/`,
  '/admin/webhooks/:id/deliveries/:delivery': ({ webhooks, webhook_deliveries: delivery }) =>
    `/admin/webhooks/${webhooks}/deliveries/${delivery}/`,
  '/profile/alerts/:id': ({ search_alerts: id }) => `/profile/alerts/${id}/`,
  '/profile/alerts/:id/delete': ({ search_alerts: id }) => `/profile/alerts/${id}/delete/`,
  '/profile/docket-alerts/:id': ({ docket_alerts: id }) => `/profile/docket-alerts/${id}/`,
  '/profile/citation-lookup/:id': '/profile/citation-lookup/1/',
  '/fetch/:request': '/fetch/1/',
  '/admin/fetch-courts/:court': '/admin/fetch-courts/cand/',
  '/profile/tags/:id': ({ user_tags: id }) => `/profile/tags/${id}/`,
  '/profile/tags/:id/delete': ({ user_tags: id }) => `/profile/tags/${id}/delete/`,
  '/profile/notes/:id/delete': ({ user_notes: id }) => `/profile/notes/${id}/delete/`,
  '/tags/:username': ({ username }) => `/tags/${username}/`,
  '/tags/:username/:name': ({ username }) => `/tags/${username}/to-read/`,
  '/prayers/:username': ({ username }) => `/prayers/${username}/`,
  '/prayers/:username/granted': ({ username }) => `/prayers/${username}/granted/`,
  '/profile/visualizations/:id': ({ visualizations: id }) => `/profile/visualizations/${id}/`,
  '/profile/visualizations/:id/edit': ({ visualizations: id }) =>
    `/profile/visualizations/${id}/edit/`,
  '/profile/visualizations/:id/delete': ({ visualizations: id }) =>
    `/profile/visualizations/${id}/delete/`,
  '/visualizations/scotus-mapper/:id/embed': ({ visualizations: id }) =>
    `/visualizations/scotus-mapper/${id}/embed/`,
  '/admin/documents/:document/seal': '/admin/documents/4001/seal/',
  '/admin/unread-text/:court/:kind': '/admin/unread-text/cand/district_docket/',
  '/admin/accounts/:id': ({ id }) => `/admin/accounts/${id}/`,
  '/admin/records/:resource/:key': '/admin/records/clusters/1026/',
  '/admin/records/:resource/:key/history': '/admin/records/dockets/2001/history/',
}

/** Tables of account data, by owner column. */
const OWNED = [
  'webhooks',
  'search_alerts',
  'docket_alerts',
  'user_tags',
  'user_notes',
  'visualizations',
]

/** Keys of one record of each kind, and its owner. */
type Keys = Record<string, string>

/** Patterns of pages without an example. Empty unless a page was added without one. */
export function pagesWithoutExample(): string[] {
  return pagePatterns().filter((pattern) => /[:*]/.test(pattern) && !EXAMPLES[pattern])
}

/** Examples of patterns that no longer exist. */
export function idleExamples(): string[] {
  const patterns = new Set(pagePatterns())
  return Object.keys(EXAMPLES).filter((pattern) => !patterns.has(pattern))
}

/** @param owner of the records that belong to accounts */
export async function pagePaths(owner: TestAccount): Promise<string[]> {
  const keys = await keysOf(owner)
  return pagePatterns()
    .filter((pattern) => EXAMPLES[pattern] || !/[:*]/.test(pattern))
    .map((pattern) => {
      const example = EXAMPLES[pattern] ?? `${pattern}/`.replace('//', '/')
      return typeof example === 'string' ? example : example(keys)
    })
}

function pagePatterns(): string[] {
  const patterns = Object.values(router.toJSON())
    .flat()
    .filter(({ methods, pattern }) => methods.includes('GET') && !isApiPath(pattern))
    // They redirect to other pages (public_addresses.ts).
    .filter(({ name }) => !name?.startsWith('public.'))
    .map(({ pattern }) => pattern)
  return [...new Set(patterns)].filter(
    (pattern) => !pattern.includes('fixture-') && !NO_PAGES.some((none) => none.test(pattern))
  )
}

async function keysOf({ id, username }: TestAccount): Promise<Keys> {
  const database = await app.container.make('lucid.db')
  const keys: Keys = { id: String(id), username }
  for (const table of OWNED) {
    const row = await database.from(table).where('user_id', id).orderBy('id').firstOrFail()
    keys[table] = String(row.id)
  }
  const delivery = await database
    .from('webhook_deliveries')
    .where('webhook_id', keys.webhooks!)
    .firstOrFail()
  keys.webhook_deliveries = String(delivery.id)
  return keys
}
