/** Paginated pages: the definition of each list and the checks they share. */
import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Assert } from '@japa/assert'
import type pg from 'pg'
import { fillTables } from './fill_tables.js'
import type { Visitor } from './visitor.js'

/** Keys of the added rows follow this one; below those of local rows. */
export const ADDED = 1_700_000_000

export interface PagedList {
  /** Template with the pager: `prayers::top`. */
  view: string
  /** The list with filters and an order, which its links preserve. */
  path: string
  heading: string
  /** Title of the page, if it differs from its heading. */
  title?: string
  /** Texts of the first page, such as counts. */
  texts?: string[]
  /** Has no previous link, like logs that only link to older entries. */
  isOneWay?: boolean
  rows: AddedRows
  /**
   * Number of rows of the whole list, or a pattern that finds it on the first page.
   * Null where other tests may add rows.
   */
  count: number | RegExp | null
}

/** Rows with keys after `ADDED`. They belong to rows of other tables with the same key. */
export interface AddedRows {
  tables: string[]
  /** In each table. */
  rows: number
  /** SQL expressions by `table.column`, over the key `n`. */
  values?: Record<string, string>
}

/** Exports of `plugins/<name>/tests/list_pages.ts`. */
export interface PluginLists {
  lists?: PagedList[]
  /** SQL expressions by `table.column` that staff lists require. */
  staffValues?: Record<string, string>
}

/** Lists of all plugins. */
export async function pluginLists(): Promise<Required<PluginLists>> {
  const files = globSync('plugins/*/tests/list_pages.ts', { cwd: app.makePath() })
  const all = await Promise.all(
    files.map((file) => import(app.makeURL(file).href) as Promise<PluginLists>)
  )
  return {
    lists: all.flatMap(({ lists = [] }) => lists),
    staffValues: Object.assign({}, ...all.map((each) => each.staffValues)),
  }
}

/** Templates with a pager, except components, by the `view` names of lists. */
export function pagingTemplates(): string[] {
  return globSync(['resources/views/**/*.edge', 'plugins/*/views/**/*.edge'], {
    cwd: app.makePath(),
    exclude: ['resources/views/components/**'],
  })
    .filter((file) => {
      const text = readFileSync(app.makePath(file), 'utf8')
      return /components\/pager|rel="(next|prev)"/.test(text)
    })
    .map((file) =>
      file
        .replace(/^resources\/views\//, '')
        .replace(/^plugins\/(\w+)\/views\//, '$1::')
        .replace(/\.edge$/, '')
    )
    .toSorted()
}

/** Adds rows, bypassing triggers and foreign keys. */
export async function addRows(
  trx: TransactionClientContract,
  { tables, rows, values }: AddedRows
): Promise<void> {
  const { client } = trx.knexClient
  const connection = (await client.acquireConnection()) as pg.ClientBase
  await fillTables(connection, tables, rows, { after: ADDED, paired: true, values })
  await connection.query('SET LOCAL session_replication_role = origin')
}

/** Removes the rows that `addRows` added. */
export async function removeRows(trx: TransactionClientContract, tables: string[]): Promise<void> {
  await trx.rawQuery('SET LOCAL session_replication_role = replica')
  for (const table of tables) await trx.rawQuery(`DELETE FROM ${table} WHERE id > ${ADDED}`)
}

interface ShownPage {
  status: number
  heading: string
  title: string
  /** Text of the page without markup. */
  text: string
  rows: string[]
  next?: string
  previous?: string
}

/** Loads a page of a list. @param path with its query */
export async function showPage(visitor: Visitor, path: string): Promise<ShownPage> {
  const { status, text: html } = await visitor.get(path)
  const link = (rel: string) => {
    const tag = html.match(/<a [^>]*>/g)?.find((each) => each.includes(`rel="${rel}"`))
    const target = tag && /href="([^"]*)"/.exec(tag)![1]!.replaceAll('&amp;', '&')
    const resolved = target && new URL(target, `http://localhost${path}`)
    return resolved ? resolved.pathname + resolved.search : undefined
  }
  return {
    status,
    heading: plain(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''),
    title: plain(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    text: plain(html),
    rows: rowsOf(html),
    next: link('next'),
    previous: link('prev'),
  }
}

/** Table rows, search results, or items, without parts that differ between two requests. */
function rowsOf(html: string): string[] {
  const rows =
    /<tbody>(.*?)<\/tbody>/s.exec(html)?.[1]!.match(/<tr[ >].*?<\/tr>/gs) ??
    /<ol class="results">(.*)/s.exec(html)?.[1]!.match(/<h2>.*?<\/h2>/gs) ??
    html.match(/<li>\s*<p>.*?<\/p>/gs) ??
    []
  return rows.map((row) =>
    row
      .replace(/name='_csrf' value='[^']*'/g, '')
      .replace(/>[^<]*<\/time>/g, '></time>')
      // Links of results name their page of results.
      .replace(/\?search=[^"#]*/g, '')
  )
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/&#x([\da-f]+);/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16))
    )
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ')
    .trim()
}

/** More pages than any of these lists has. */
const MOST = 50

/**
 * Follows a list from its first page to its last and back.
 *
 * @returns the last page's path and the number of rows
 */
export async function checkPages(
  assert: Assert,
  visitor: Visitor,
  { path, heading, isOneWay }: Pick<PagedList, 'path' | 'heading' | 'isOneWay'>
): Promise<{ first: ShownPage; last: string; count: number }> {
  const kept = [...new URL(path, 'http://localhost').searchParams]
  const checkLink = (link: string) => {
    const { searchParams } = new URL(link, 'http://localhost')
    for (const [name, value] of kept) assert.equal(searchParams.get(name), value, link)
  }
  const pages: ShownPage[] = []
  let last = path
  for (let at: string | undefined = path; at; at = pages.at(-1)!.next) {
    const page = await showPage(visitor, at)
    assert.equal(page.status, 200, at)
    assert.equal(page.heading, heading, at)
    assert.isNotEmpty(page.rows, at)
    if (page.next) checkLink(page.next)
    last = at
    pages.push(page)
    assert.isAtMost(pages.length, MOST)
  }
  assert.isAtLeast(pages.length, 3, `${path} needs rows for three pages`)
  assert.isUndefined(pages[0]!.previous, 'the first page has a previous one')
  for (const [index, page] of pages.entries()) {
    if (index === 0 || isOneWay) continue
    assert.isDefined(page.previous, `page ${index + 1} has no previous one`)
    checkLink(page.previous!)
    const before = await showPage(visitor, page.previous!)
    assert.deepEqual(
      before.rows,
      pages[index - 1]!.rows,
      `page ${index + 1} has a wrong previous link`
    )
    assert.equal(before.previous === undefined, index === 1)
  }
  const rows = pages.flatMap((page) => page.rows)
  assert.equal(new Set(rows).size, rows.length, `${path}: a row is on two pages`)
  return { first: pages[0]!, last, count: rows.length }
}

/** Invalid values of `page`. */
const NO_PAGES = ['0', '-1', '1.5', 'x', '', '99999999999999999999']

/** Pages after the last one, and invalid numbers and positions. */
export async function checkBeyond(
  assert: Assert,
  visitor: Visitor,
  { path, last, first }: { path: string; last: string; first: ShownPage }
): Promise<void> {
  const at = (name: string, value: string) => {
    const url = new URL(path, 'http://localhost')
    url.searchParams.set(name, value)
    return url.pathname + url.search
  }
  const number = new URL(last, 'http://localhost').searchParams.get('page')
  if (number === null) {
    for (const name of ['at', 'cursor', 'before'])
      for (const value of ['x', '0', '%00']) {
        const { status } = await visitor.get(at(name, value))
        assert.include([200, 302, 400, 404], status, `${name}=${value}`)
      }
    return
  }
  for (const value of NO_PAGES) {
    const page = await showPage(visitor, at('page', value))
    assert.equal(page.status, 200, value)
    if (page.rows.length) assert.deepEqual(page.rows, first.rows, value)
    else assert.isUndefined(page.next, value)
  }
  const beyond = await showPage(visitor, at('page', String(Number(number) + 1)))
  assert.include([200, 404], beyond.status)
  assert.isEmpty(beyond.rows)
  assert.isUndefined(beyond.next)
}
