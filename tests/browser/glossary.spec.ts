/**
 * Checks the terms on pages: visits pages as a visitor, a user, and staff, and
 * reads their texts.
 */
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { avoidedWords } from '#tests/helpers/avoided_words'
import { signIn } from '#tests/helpers/console_pages'

/** Records and user content, whose wording isn't ours. */
const FOREIGN = 'article, .json, .results, .chips'

const PUBLIC = [
  '/',
  '/docs/',
  '/docs/api/',
  '/docs/api/webhooks/',
  '/docs/design/',
  '/sign-in/',
  '/register/',
  '/register/success/',
  '/reset-password/',
  '/email-confirmation/request/',
  `/email/confirm/${'0'.repeat(40)}/`,
  '/search/',
  '/search/?q=zzzzzzzz',
  '/search/?q=casname:brown',
  '/opinion/1001/marbury-v-madison/',
  '/docket/2001/a-docket/',
  '/docket/2001/1/a-document/',
  '/person/301/john-marshall/',
  '/audio/901/a-recording/',
  '/prayers/top/',
  '/nowhere/',
  '/api/rest/v4/?format=api',
]

/** Avoided words on the page at a path. */
async function avoidedOn(page: Page, path: string): Promise<string[]> {
  await page.goto(address(path))
  const text = (await page.evaluate(
    `(() => {
      for (const element of document.querySelectorAll(${JSON.stringify(FOREIGN)})) element.remove()
      for (const details of document.querySelectorAll('details')) details.open = true
      return document.title + ' ' + document.body.innerText
    })()`
  )) as string
  return avoidedWords(text).map((word) => `${path}: ${word}`)
}

/** Pages linked in the side menu. */
async function menuPaths(page: Page): Promise<string[]> {
  await page.goto(address('/profile/'))
  return (await page.evaluate(
    `[...document.querySelectorAll('.side a')].map((link) => link.getAttribute('href'))`
  )) as string[]
}

test.group('words of the pages', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  test('public pages use the terms of the glossary', async ({ assert }) => {
    const { page } = await openPage(browser)
    const avoided: string[] = []
    for (const path of PUBLIC) avoided.push(...(await avoidedOn(page, path)))
    assert.deepEqual(avoided, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('account pages use the terms of the glossary', async ({ assert }) => {
    const { page } = await openPage(browser)
    await signIn(page, await makeAccount())
    const paths = [
      ...(await menuPaths(page)),
      '/profile/api-token/reset/',
      '/profile/password/change/',
      '/profile/delete/',
      '/docket/2001/a-docket/',
      '/search/?q=court',
    ]
    assert.isAbove(paths.length, 10)
    const avoided: string[] = []
    for (const path of paths) avoided.push(...(await avoidedOn(page, path)))
    assert.deepEqual(avoided, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('staff pages use the terms of the glossary', async ({ assert }) => {
    const { page } = await openPage(browser)
    const account = await makeAccount({ rights: ['*'] })
    await signIn(page, account)
    const paths = [...(await menuPaths(page)), `/admin/accounts/${account.id}/`]
    assert.include(paths, '/admin/')
    const avoided: string[] = []
    for (const path of paths) avoided.push(...(await avoidedOn(page, path)))
    assert.deepEqual(avoided, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})
