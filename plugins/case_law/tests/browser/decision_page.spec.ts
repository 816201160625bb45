/** The page of a decision. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow } from '#tests/helpers/console_pages'

const DECISION = '/opinion/1121/in-re-copperline/'
/** With numbered paragraphs. */
const NUMBERED = '/opinion/1124/state-v-pellingrew/'
const KATZ = 1055
const LINK = '.opinion a[href^="/opinion/1055/"]'

test.group('decision page in the browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())

  test('previews a cited case on focus and closes it with Escape ({width} pixels)')
    .with([{ width: 1280 }, { width: 360 }])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { width }) => {
      const { page, complaints } = await openPage(browser, width)
      await page.goto(address(DECISION))
      const link = page.locator(LINK).first()
      const preview = page.getByRole('tooltip')
      await link.focus()
      await preview.getByText('389 U.S. 347 (1967)').waitFor()
      await preview.getByText('public telephone').waitFor()
      assert.equal(await link.getAttribute('aria-describedby'), await preview.getAttribute('id'))
      assert.isAtMost(await overflow(page), 0)
      assert.deepEqual(await barriers(page), [])
      await page.keyboard.press('Escape')
      assert.isFalse(await preview.isVisible())
      await link.hover()
      await preview.getByText('389 U.S. 347 (1967)').waitFor()
      assert.deepEqual(complaints, [])
      await page.close()
    })

  test('previews the cited page, and links to it: {text}')
    .with([
      { text: '901 F. Supp. 3d 101</a>, 104 (D. Minn. 2024)', number: 104 },
      { text: '901 F. Supp. 3d 101</a>, 103-05 (D. Minn. 2024)', number: 103 },
      { text: '901 F. Supp. 3d 101</a>, 105 n.3.', number: 105 },
      { text: '901 F. Supp. 3d 101</a> at *104.', number: 104 },
      { text: '901 F. Supp. 3d at 102</a>.', number: 102 },
      { text: '901 F. Supp. 3d 101</a>, 2024 WL 990110 (D. Minn.)', number: undefined },
      { text: '901 F. Supp. 3d 101</a>, 93 S. Ct. 705', number: undefined },
      { text: '901 F. Supp. 3d 101</a>, 999 (D. Minn. 2024)', number: undefined },
      { text: '901 F. Supp. 3d 101</a> (D. Minn. 2024)', number: undefined },
    ])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert, cleanup }, { text, number }) => {
      const database = await app.container.make('lucid.db')
      const opinions = database.from('opinions').where('id', 2272)
      const { html_with_citations: html } = await opinions.firstOrFail()
      const cited =
        `<p>See <span class="citation" data-id="1121"><a href="${DECISION}">${text}</span></p>`.replace(
          /(<\/a>)([^<]*)<\/span>/,
          '$1</span>$2'
        )
      await database
        .from('opinions')
        .where('id', 2272)
        .update({ html_with_citations: html + cited })
      await database
        .table('opinions_cited')
        .insert({ id: 990_001, citing_opinion_id: 2272, cited_opinion_id: 2271, depth: 1 })
      cleanup(async () => {
        await database.from('opinions').where('id', 2272).update({ html_with_citations: html })
        await database.from('opinions_cited').where('id', 990_001).delete()
      })
      const { page, complaints } = await openPage(browser)
      await page.goto(address('/opinion/1122/x/'))
      const link = page.locator('.opinion a[href^="/opinion/1121/"]').last()
      await link.focus()
      const preview = page.getByRole('tooltip')
      if (number) {
        await preview.getByText(`Page ${number}: `).waitFor()
        assert.isAbove((await preview.innerText()).length, 200)
        await link.click()
        assert.match(page.url(), new RegExp(`/opinion/1121/.*#opinion-2271-page-${number}$`))
      } else {
        await preview.waitFor()
        await page.waitForLoadState('networkidle')
        assert.notInclude(await preview.innerText(), 'Page ')
        assert.notInclude((await link.getAttribute('href'))!, '#')
      }
      assert.deepEqual(complaints, [])
      await page.close()
    })

  test('links to cited cases, footnotes, and back without scripts', async ({ assert }) => {
    const { page } = await openPage(browser, 1280, { javaScriptEnabled: false })
    await page.goto(address(DECISION))
    await page.locator('sup a').first().click()
    assert.match(page.url(), /#opinion-2271-fn1$/)
    await page.locator('#opinion-2271-fn1 a').first().click()
    assert.match(page.url(), /#opinion-2271-fn1_ref$/)
    await page.locator(LINK).first().click()
    assert.equal(await page.locator('h1').innerText(), 'Katz v. United States')
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('offers citations to copy', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address(DECISION))
    await page.getByText('Cite this decision').click()
    assert.equal(
      await page.getByLabel('Bluebook').inputValue(),
      'In re Copperline Smart Meter Priv. Litig., 901 F. Supp. 3d 101 (D. Minn. 2024) [sample record, not law]'
    )
    assert.deepEqual(await barriers(page), [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('copies a selected passage with its citation: {what}')
    .with([
      {
        what: 'one page',
        decision: DECISION,
        select: `range.setStart(mark(102).nextSibling, 1); range.setEndAfter(mark(102).closest('p').lastChild)`,
        citation: '901 F. Supp. 3d 101, 102 (D. Minn. 2024)',
      },
      {
        what: 'two pages',
        decision: DECISION,
        select: `range.setStart(mark(102).nextSibling, 1); range.setEndAfter(mark(103))`,
        citation: '901 F. Supp. 3d 101, 102–03 (D. Minn. 2024)',
      },
      {
        what: 'the page before the first page break',
        decision: DECISION,
        select: `range.selectNodeContents(document.querySelector('.opinion p:not(.facts-line)'))`,
        citation: '901 F. Supp. 3d 101, 101 (D. Minn. 2024)',
      },
      {
        what: 'a numbered paragraph',
        decision: NUMBERED,
        select: `range.setStart(node('{¶ 2}'), at + 6); range.setEnd(node('{¶ 2}'), at + 50)`,
        citation: '2024 Ohio 9940, ¶ 2',
      },
    ])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { decision, select, citation }) => {
      const { page, complaints } = await openPage(browser, 1280)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto(address(decision))
      const button = page.getByRole('button', { name: 'Copy with citation' })
      assert.equal(await button.count(), 0)
      await page.evaluate(`{
        const range = new Range()
        let at
        const mark = (number) => document.getElementById('opinion-2271-page-' + number)
        const node = (text) => {
          const texts = document.createTreeWalker(document.querySelector('article.opinion'), NodeFilter.SHOW_TEXT)
          while (texts.nextNode())
            if ((at = texts.currentNode.data.indexOf(text)) >= 0) return texts.currentNode
        }
        ${select}
        getSelection().addRange(range)
      }`)
      await button.waitFor()
      assert.deepEqual(await barriers(page), [])
      await button.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      assert.match(copied, /^“[^“”*\n]{5,}” \w/)
      assert.include(copied, citation, copied)
      await page.evaluate('document.activeElement.blur(); getSelection().removeAllRanges()')
      await page.locator('.copy-quote').waitFor({ state: 'detached' })
      assert.deepEqual(complaints, [])
      await page.close()
    })

  test('shows page numbers in the margin on wide screens, inline on narrow ones', async ({
    assert,
  }) => {
    for (const [width, inMargin] of [
      [1280, true],
      [360, false],
    ] as const) {
      const { page } = await openPage(browser, width)
      await page.goto(address(DECISION))
      const number = await page.locator('#opinion-2271-page-102 .page-number').boundingBox()
      const paragraph = await page.locator('p:has(#opinion-2271-page-102)').boundingBox()
      assert.equal(number!.x + number!.width <= paragraph!.x, inMargin)
      await page.close()
    }
  }).skip(!BROWSER, NO_BROWSER)

  test('shows footnotes in the margin on wide screens', async ({ assert }) => {
    const { page, complaints } = await openPage(browser, 1280)
    await page.goto(address(DECISION))
    const boxOf = async (name: string) =>
      (await page.locator(`#opinion-2271-${name}`).boundingBox())!
    const paragraph = (await page.locator('p:has(#opinion-2271-fn1_ref)').boundingBox())!
    const [mark, note, next] = [await boxOf('fn1_ref'), await boxOf('fn1'), await boxOf('fn2')]
    assert.isAtLeast(note.x, paragraph.x + paragraph.width)
    assert.approximately(note.y, mark.y, 30)
    assert.isAtLeast(next.y, note.y + note.height)
    const aside = (await page.locator('.beside').boundingBox())!
    assert.isAtMost(note.x + note.width, aside.x)
    await page.locator('#opinion-2271-fn1_ref').click()
    assert.match(page.url(), /#opinion-2271-fn1$/)
    await page.locator('#opinion-2271-fn1 a').first().click()
    assert.match(page.url(), /#opinion-2271-fn1_ref$/)
    assert.isAtMost(await overflow(page), 0)
    assert.deepEqual(await barriers(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('opens footnotes at their number on narrow screens, and returns ({width} pixels)')
    .with([{ width: 360 }, { width: 768 }])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { width }) => {
      const { page, complaints } = await openPage(browser, width)
      await page.goto(address(DECISION))
      const mark = page.locator('#opinion-2271-fn1_ref')
      const card = page.getByRole('dialog', { name: 'Footnote 1' })
      for (const close of ['Enter', 'Escape']) {
        await mark.focus()
        await page.keyboard.press('Enter')
        await card.getByText('We use the term as the parties do.').waitFor()
        assert.isAtMost(await overflow(page), 0)
        assert.deepEqual(await barriers(page), [])
        // The button to return has the focus.
        await page.keyboard.press(close)
        await card.waitFor({ state: 'hidden' })
        assert.equal(await page.evaluate('document.activeElement.id'), 'opinion-2271-fn1_ref')
      }
      assert.notMatch(page.url(), /#/)
      assert.deepEqual(complaints, [])
      await page.close()
    })

  test('the contents follow the reader', async ({ assert }) => {
    const { page } = await openPage(browser, 1280)
    await page.goto(address(DECISION))
    const current = page.locator('.on-page [aria-current]')
    for (const name of ['heading-3', 'heading-5']) {
      await page.evaluate(`document.getElementById('opinion-2271-${name}').scrollIntoView()`)
      await page.locator(`.on-page [aria-current][href="#opinion-2271-${name}"]`).waitFor()
      assert.equal(await current.count(), 1)
    }
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('shows the link of a paragraph on hover and on focus', async ({ assert }) => {
    const { page } = await openPage(browser, 1280)
    await page.goto(address(DECISION))
    const link = page.getByRole('link', { name: 'Link to paragraph 2', exact: true })
    const opacity = () =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('#opinion-2271-paragraph-2 > a.paragraph-link')).opacity`
      )
    assert.equal(await opacity(), '0')
    await page.locator('#opinion-2271-paragraph-2').hover()
    assert.equal(await opacity(), '1')
    await page.mouse.move(0, 0)
    await link.focus()
    await page.keyboard.press('Enter')
    assert.match(page.url(), /#opinion-2271-paragraph-2$/)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('jumps from a citing decision to the citation', async ({ assert }) => {
    const { page } = await openPage(browser, 1280, { javaScriptEnabled: false })
    await page.goto(address('/opinion/1055/katz-v-united-states/cited-by/'))
    await page.getByRole('link', { name: 'Go to the citation in' }).first().click()
    const { hash } = new URL(page.url())
    assert.match(hash, /^#opinion-\d+-cites-1055$/)
    assert.isTrue(await page.locator(hash).isVisible())
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('filters the citing decisions by kind without scripts ({width} pixels, {scheme})')
    .with([
      { width: 360, scheme: 'dark' as const },
      { width: 1280, scheme: 'light' as const },
    ])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert, cleanup }, { width, scheme }) => {
      const kinds = ['overruled', 'declined_to_follow', 'distinguished', 'followed', 'cert_denied']
      cleanup(await stateKinds(KATZ, kinds))
      const { page } = await openPage(browser, width, {
        javaScriptEnabled: false,
        colorScheme: scheme,
      })
      await page.goto(address(`/opinion/${KATZ}/katz-v-united-states/cited-by/`))
      const tabs = page.getByRole('navigation', { name: 'Statements about this decision' })
      assert.lengthOf(await tabs.getByRole('link').all(), 1 + kinds.length)
      await tabs.getByRole('link', { name: 'Distinguished' }).click()
      assert.isAtMost(await overflow(page), 0)
      assert.equal(
        await tabs.locator('[aria-current="page"]').innerText(),
        await tabs.getByRole('link', { name: 'Distinguished' }).innerText()
      )
      assert.equal(await page.locator('blockquote').innerText(), 'It is distinguished.')
      await page.getByRole('link', { name: 'Go to the citation in' }).click()
      const { hash } = new URL(page.url())
      assert.isTrue(await page.locator(hash).isVisible())
      await page.close()
    })

  test('prints only the text, page numbers, and authorities', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.goto(address(DECISION))
    await page.emulateMedia({ media: 'print' })
    for (const hidden of ['.on-page', '.cite', '.bar', '.as-json'])
      assert.isFalse(await page.locator(hidden).first().isVisible(), hidden)
    for (const shown of ['#authorities', '.page-number', '.footnotes'])
      assert.isTrue(await page.locator(shown).first().isVisible(), shown)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})

/** Adds statements by one citing decision. @returns removes them */
async function stateKinds(cluster: number, kinds: string[]): Promise<() => Promise<void>> {
  const database = await app.container.make('lucid.db')
  const edge = await database
    .from('opinions_cited')
    .join('opinions as cited', 'cited.id', 'cited_opinion_id')
    .join('opinions as own', 'own.id', 'citing_opinion_id')
    .where('cited.cluster_id', cluster)
    .where('own.html_with_citations', 'like', `%"/opinion/${cluster}/%`)
    .orderBy('citing_opinion_id')
    .select('citing_opinion_id', 'cited_opinion_id as described_opinion_id')
    .firstOrFail()
  const kept = await database.from('linked_treatments').where(edge)
  await database.from('linked_treatments').where(edge).delete()
  await database
    .table('linked_treatments')
    .multiInsert(kinds.map((kind) => ({ ...edge, kind, sentence: `It is ${kind}.` })))
  return async () => {
    await database.from('linked_treatments').where(edge).delete()
    if (kept.length) await database.table('linked_treatments').multiInsert(kept)
  }
}
