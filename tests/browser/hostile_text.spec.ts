/**
 * User content that tries to run scripts in pages. The browser's own protection
 * (the content security policy) is disabled, so that only Curia's sanitizing is
 * tested.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { OpenDatabase } from '#app/database/connection'

const RUN = 'window.__ran=1'
const CORPUS = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src="https://example.com/x.js"></script>`,
  `<img src=x onerror="${RUN}">`,
  `<img/src=x/onerror=${RUN}>`,
  `<svg onload="${RUN}"></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${RUN}"><text x=20 y=20>go</text></a></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}" id="go">go</a>`,
  `<a href="&#106;avascript:${RUN}">go</a>`,
  `<a href="java\tscript:${RUN}">go</a>`,
  `<a href="  javascript:${RUN}">go</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">go</a>`,
  `<a href="vbscript:${RUN}">go</a>`,
  `<form action="javascript:${RUN}"><button>go</button></form>`,
  `<button formaction="javascript:${RUN}" form=x>go</button>`,
  `<input autofocus onfocus="${RUN}">`,
  `<details open ontoggle="${RUN}"><summary>x</summary></details>`,
  `<video><source onerror="${RUN}"></video>`,
  `<audio src=x onerror="${RUN}"></audio>`,
  `<body onload="${RUN}">`,
  `<marquee onstart="${RUN}">x</marquee>`,
  `<style>@import url(https://example.com/x.css); body{background:url(https://example.com/y)}</style>`,
  `<link rel=stylesheet href="https://example.com/x.css">`,
  `<meta http-equiv="refresh" content="0;url=https://example.com/">`,
  `<base href="https://example.com/">`,
  `<div style="background:url(https://example.com/z)" onmouseover="${RUN}">x</div>`,
  `<p id="main" class="bar">named like a part of the page</p>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<textarea><img title="</textarea><img src=x onerror=${RUN}>"></textarea>`,
  `<title><img title="</title><img src=x onerror=${RUN}>"></title>`,
  `--><img src=x onerror=${RUN}>`,
  `]]><img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `{{ ${RUN} }} {{{ ${RUN} }}}`,
  `<img src="https://example.com/tracker.gif">`,
  `<table background="https://example.com/t"><tr><td>x</td></tr></table>`,
]

test.group('hostile text', (group) => {
  let browser: Browser
  let database: pg.Client

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    const { connection } = await app.container.make(OpenDatabase)
    database = new pg.Client(connection)
    await database.connect()
    return async () => {
      await database.end()
      await browser.close()
    }
  })

  test('in opinions and names runs no scripts and loads no resources', async ({ assert }) => {
    const all = CORPUS.join('\n')
    const { rows } = await database.query(
      `WITH docket AS (INSERT INTO dockets (source, court_id, case_name, slug, cause, nature_of_suit, assigned_to_str)
                       VALUES (2, 'scotus', $1, 'x', $1, $1, $1) RETURNING id),
            cluster AS (INSERT INTO opinion_clusters (docket_id, date_filed, case_name, slug, judges, headmatter)
                        SELECT id, '2026-01-01', $1, 'x', $1, $1 FROM docket RETURNING id, docket_id),
            opinions AS (INSERT INTO opinions (cluster_id, type, author_str, html_with_citations, plain_text)
                         SELECT id, '010combined', $1, $2, '' FROM cluster UNION ALL
                         SELECT id, '020lead', $1, '', $1 FROM cluster RETURNING id)
       SELECT docket_id, id FROM cluster`,
      [CORPUS[3], all]
    )
    const [{ docket_id: docket, id: cluster }] = rows
    await database.query('UPDATE opinion_clusters SET headmatter = $2 WHERE id = $1', [
      cluster,
      all,
    ])
    try {
      for (const path of [
        `/opinion/${cluster}/x/`,
        `/docket/${docket}/x/`,
        `/api/rest/v4/clusters/${cluster}/?format=api`,
        `/api/rest/v4/opinions/?cluster=${cluster}&format=api`,
      ]) {
        const { page, foreign } = await openPage(browser, 1280, { bypassCSP: true })
        const dialogs: string[] = []
        page.on('dialog', (dialog) => {
          dialogs.push(dialog.message())
          void dialog.dismiss()
        })
        await page.goto(address(path), { waitUntil: 'networkidle' })
        const found = (await page.evaluate(`(async () => {
          for (const element of document.querySelectorAll('#main a, #main button, #main summary')) {
            if (/^(javascript|data|vbscript):/i.test((element.href || '').trim())) element.click()
          }
          await new Promise((resolve) => setTimeout(resolve, 300))
          const main = document.querySelector('main')
          return {
            ran: window.__ran === 1,
            elements: main.querySelectorAll('script:not([src^="/assets/"]), iframe, object, embed, form:not([data-filters]), style, link, meta, base, svg, math, template').length,
            handlers: [...main.querySelectorAll('*')].filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on'))).length,
            styled: main.querySelectorAll('.prose [style], .prose [class]:not(.text, .as-json, .paragraph-link), .prose [id]:not(h2, [id^="opinion-"])').length,
          }
        })()`)) as Record<string, unknown>
        assert.deepEqual(found, { ran: false, elements: 0, handlers: 0, styled: 0 }, path)
        assert.deepEqual([dialogs, foreign], [[], []], path)
        assert.equal(page.url(), address(path))
        await page.close()
      }
    } finally {
      await database.query('DELETE FROM dockets WHERE id = $1', [docket])
    }
  }).skip(!BROWSER, NO_BROWSER)
})
