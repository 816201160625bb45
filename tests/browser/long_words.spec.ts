/**
 * Texts without line break opportunities: URLs of 300 characters as names, numbers,
 * and entries.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { OpenDatabase } from '#app/database/connection'

const LONG = `https://example.org/${'x'.repeat(280)}`

const ROWS = `
  WITH docket AS (
    INSERT INTO dockets (source, court_id, case_name, slug, docket_number, cause, nature_of_suit, assigned_to_str)
    VALUES (0, 'nysd', $1, 'x', $1, $1, $1, $1) RETURNING id),
  cluster AS (
    INSERT INTO opinion_clusters (docket_id, date_filed, case_name, slug, judges, headmatter)
    SELECT id, '2026-01-01', $1, 'x', $1, $1 FROM docket RETURNING id),
  opinion AS (
    INSERT INTO opinions (cluster_id, type, author_str, plain_text)
    SELECT id, '010combined', $1, $1 FROM cluster),
  entry AS (
    INSERT INTO docket_entries (docket_id, entry_number, date_filed, description)
    SELECT id, 6016543210, '2026-01-01', $1 FROM docket RETURNING id),
  document AS (
    INSERT INTO archive_documents (docket_entry_id, document_type, document_number, description, plain_text)
    SELECT id, 1, '1', $1, $1 FROM entry),
  audio AS (
    INSERT INTO audio (docket_id, source, case_name, judges)
    SELECT id, 'C', $1, $1 FROM docket RETURNING id)
  SELECT docket.id AS docket, cluster.id AS cluster, audio.id AS audio FROM docket, cluster, audio`

test.group('long words', (group) => {
  let browser: Browser
  let database: pg.Client
  let pages: string[]

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    const { connection } = await app.container.make(OpenDatabase)
    database = new pg.Client(connection)
    await database.connect()
    const { rows } = await database.query(ROWS, [LONG])
    const [{ docket, cluster, audio }] = rows
    pages = [
      `/docket/${docket}/x/`,
      `/docket/${docket}/1/x/`,
      `/opinion/${cluster}/x/`,
      `/audio/${audio}/x/`,
      `/api/rest/v4/dockets/${docket}/?format=api`,
      `/api/rest/v4/docket-entries/?docket=${docket}&omit=${'x'.repeat(300)}&format=api`,
      `/${'x'.repeat(300)}`,
    ]
    return async () => {
      await database.query('DELETE FROM audio WHERE id = $1', [audio])
      await database.query('DELETE FROM opinion_clusters WHERE id = $1', [cluster])
      await database.query('DELETE FROM dockets WHERE id = $1', [docket])
      await database.end()
      await browser.close()
    }
  })

  test('fit a window of {$self} pixels')
    .with([1280, 360])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, width) => {
      const { page } = await openPage(browser, width)
      for (const path of pages) {
        await page.goto(address(path), { waitUntil: 'networkidle' })
        // Elements that scroll separately (filter tables) don't widen the page.
        const beyond = await page.evaluate(`
          [...document.querySelectorAll('main *')]
            .filter((element) => !element.closest('[role=region]:not([aria-labelledby=entries])'))
            .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
            .map((element) => element.tagName + '.' + element.className)`)
        assert.deepEqual(beyond, [], path)
        assert.isTrue(
          await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'),
          path
        )
      }
      await page.close()
    })
})
