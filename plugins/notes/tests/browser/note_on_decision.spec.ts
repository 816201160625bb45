/** A private note on the page of a decision: with the keyboard, and without scripts. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { reach } from '#tests/helpers/keyboard'

const DECISION = '/opinion/1055/katz-v-united-states/'
/** Longer than a line, with characters of markup and several scripts. */
const FIRST = 'Compare <b>Olmstead</b> & “trespass” – 盗聴.'
const LONG = `Reasonable expectation of privacy ${'in_a_very_long_word_'.repeat(30)}`

test.group('note on a decision in the browser', (group) => {
  let browser: Browser
  let account: TestAccount

  group.setup(async () => {
    if (BROWSER) browser = await launchBrowser()
  })
  group.teardown(() => browser?.close())
  group.each.setup(async () => {
    account = await makeAccount()
  })

  const stored = async () => {
    const database = await app.container.make('lucid.db')
    const notes = await database.from('user_notes').where('user_id', account.id)
    return notes.map(({ text }) => text as string)
  }

  const noteOf = (page: Page) => page.getByRole('region', { name: 'Your note' })

  test('is created, edited, and deleted with the keyboard alone', async ({ assert }) => {
    const { page, complaints } = await openPage(browser)
    await signIn(page, account)
    await page.goto(address(DECISION))
    const note = noteOf(page)
    const press = async (role: 'button' | 'link', name: string) => {
      await reach(page, page.getByRole(role, { name, exact: true }))
      await page.keyboard.press('Enter')
    }
    const write = async (summary: string, type: () => Promise<void>) => {
      await reach(page, note.getByText(summary))
      await page.keyboard.press('Enter')
      await reach(page, note.getByLabel('Note', { exact: true }))
      await type()
      await press('button', 'Save note')
      await note.getByText('Edit note').waitFor()
    }

    await write('Add a note', () => page.keyboard.type(`${FIRST}\nSecond line`))
    assert.match(page.url(), /#note$/)
    assert.equal(await note.locator('.note-text').innerText(), `${FIRST}\nSecond line`)
    assert.deepEqual(await stored(), [`${FIRST}\nSecond line`])

    await write('Edit note', async () => {
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Overruled?')
    })
    await note.getByText('Overruled?').first().waitFor()
    assert.deepEqual(await stored(), ['Overruled?'])
    assert.deepEqual(await barriers(page), [])

    await press('link', 'Delete note')
    await page.getByText('This cannot be undone.').waitFor()
    assert.deepEqual(await stored(), ['Overruled?'])
    await press('button', 'Delete note')
    await page.getByText('Note deleted.').waitFor()
    assert.deepEqual(await stored(), [])
    await page.goto(address(DECISION))
    assert.isTrue(await note.getByText('Add a note').isVisible())
    assert.isFalse(await note.getByText('Overruled?').isVisible())
    assert.deepEqual(complaints, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('is created, edited, and deleted on a phone without scripts ({scheme} mode)')
    .with([{ scheme: 'light' as const }, { scheme: 'dark' as const }])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { scheme }) => {
      const options = { javaScriptEnabled: false, colorScheme: scheme }
      const { page } = await openPage(browser, 360, options)
      await signIn(page, account)
      await page.goto(address(DECISION))
      const note = noteOf(page)
      const save = async (summary: string, text: string) => {
        await note.getByText(summary).click()
        await note.getByLabel('Note', { exact: true }).fill(text)
        await note.getByRole('button', { name: 'Save note' }).click()
        await note.getByText('Edit note').waitFor()
      }
      await save('Add a note', FIRST)
      assert.equal(await note.locator('.note-text').innerText(), FIRST)
      await save('Edit note', LONG)
      assert.deepEqual(await stored(), [LONG])
      assert.isAtMost(await overflow(page), 0)
      await note.getByRole('link', { name: 'All notes' }).click()
      assert.isAtMost(await overflow(page), 0)
      await page.getByRole('link', { name: 'Katz v. United States', exact: true }).click()
      await note.getByRole('link', { name: 'Delete note' }).click()
      assert.isAtMost(await overflow(page), 0)
      await page.getByRole('link', { name: 'Cancel' }).click()
      assert.deepEqual(await stored(), [LONG])
      await page.getByRole('link', { name: 'Delete the note on Katz v. United States' }).click()
      await page.getByRole('button', { name: 'Delete note' }).click()
      await page.getByText('No notes yet.').waitFor()
      assert.deepEqual(await stored(), [])
      await page.close()
    })

  test('is not saved without text', async ({ assert }) => {
    const { page } = await openPage(browser, 360, { javaScriptEnabled: false })
    await signIn(page, account)
    await page.goto(address(DECISION))
    const note = noteOf(page)
    for (const text of ['', '   ']) {
      await page.goto(address(DECISION))
      await note.getByText('Add a note').click()
      await note.getByLabel('Note', { exact: true }).fill(text)
      await note.getByRole('button', { name: 'Save note' }).click()
      // The browser rejects an empty field, and the server one with spaces.
      if (text) await page.getByRole('heading', { name: "This note can't be saved" }).waitFor()
      else assert.isTrue(await note.getByRole('button', { name: 'Save note' }).isVisible())
      assert.deepEqual(await stored(), [])
    }
    await page.getByLabel('Note', { exact: true }).fill('Now with text')
    await page.getByRole('button', { name: 'Save note' }).click()
    await note.getByText('Now with text').first().waitFor()
    assert.deepEqual(await stored(), ['Now with text'])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})
