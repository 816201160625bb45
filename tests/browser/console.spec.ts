/** Account pages as people use them: visually, by keyboard, or with a screen reader. */
import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { makeAccount, withLimits, type TestAccount } from '#tests/helpers/accounts'
import { address, BROWSER, launchBrowser, NO_BROWSER, openPage } from '#tests/helpers/browser'
import { barriers, overflow, sidewaysTables, signIn } from '#tests/helpers/console_pages'
import { mailedPath } from '#tests/helpers/mails'
import { createAuthenticatorApp } from '#tests/helpers/authenticator_app'
import { withSecondFactor } from '#tests/helpers/second_factor'
import { Visitor } from '#tests/helpers/visitor'

const COURTS = '/api/rest/v4/courts/'
const USAGE = '/api/rest/v4/api-usage/'
const TOKENS = '/profile/api-token/'

async function statusWith(token: string): Promise<number> {
  const headers = { authorization: `Token ${token}` }
  return (await fetch(address(COURTS), { headers })).status
}

/** Steps to each page, or to a visually different state of it. */
const STATES: Record<string, (page: Page, account: TestAccount) => Promise<unknown>> = {
  'sign-in': (page) => page.goto(address('/sign-in/')),
  'sign-in, refused': async (page) => {
    await page.goto(address('/sign-in/'))
    await page.getByLabel('Username or email address').fill('nobody')
    await page.getByLabel('Password').fill('nothing')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Incorrect username or password').first().waitFor()
  },
  'register': (page) => page.goto(address('/register/')),
  'register, refused': async (page) => {
    await page.goto(address('/register/'))
    await page.evaluate('document.querySelector("main form").noValidate = true')
    await page.getByLabel('Username').fill('a b')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('problems below').waitFor()
  },
  'register, done': (page) => page.goto(address('/register/success/')),
  'confirmation, requested again': (page) => page.goto(address('/email-confirmation/request/')),
  'expired link': (page) => page.goto(address(`/email/confirm/${'0'.repeat(40)}/`)),
  'reset': (page) => page.goto(address('/reset-password/')),
  'reset, from the email': async (page) => {
    const email = `${randomUUID()}@example.org`
    await makeAccount({ email })
    await new Visitor().submit('/reset-password/', { email })
    await page.goto(address(await mailedPath(email)))
    await page.getByLabel('Confirm new password').waitFor()
  },
  'confirmation, from the email': async (page) => {
    const email = `${randomUUID()}@example.org`
    await makeAccount({ email, confirmed: false })
    await new Visitor().submit('/email-confirmation/request/', { email })
    await page.goto(address(await mailedPath(email)))
    await page.getByRole('button', { name: 'Confirm email address' }).waitFor()
  },
  'sign-in, code': async (page) => {
    const account = await makeAccount()
    await withSecondFactor(account)
    await page.goto(address('/sign-in/'))
    await page.getByLabel('Username or email address').fill(account.username)
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code').waitFor()
  },
  'expired form': async (page) => {
    await page.goto(address('/sign-in/'))
    await page.context().clearCookies()
    await page.getByLabel('Username or email address').fill('nobody')
    await page.getByLabel('Password').fill('nothing')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This form has expired').waitFor()
  },
  'overview': signIn,
  'token': async (page, account) => {
    await signIn(page, account)
    await page.goto(address(TOKENS))
    await page.getByLabel('Token name').fill('Robot with a rather long name')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByLabel('New token', { exact: true }).waitFor()
  },
  'token reset': async (page, account) => {
    await signIn(page, account)
    await page.goto(address(`${TOKENS}reset/`))
    await page.getByLabel('Your password').fill('wrong')
    await page.getByRole('button', { name: 'Replace token' }).click()
    await page.getByText('Incorrect password.').first().waitFor()
  },
  'API': async (page, account) => {
    await signIn(page, account)
    await page.goto(address('/profile/api/'))
  },
  'usage': async (page, account) => {
    await statusWith(account.token)
    await signIn(page, account)
    await page.goto(address('/profile/api-usage/'))
    await page.getByText('Data table').click()
  },
  'usage, no requests yet': async (page, account) => {
    await signIn(page, account)
    await page.goto(address('/profile/api-usage/'))
  },
  'membership': async (page, account) => {
    await signIn(page, account)
    await page.goto(address('/profile/membership/'))
  },
  'settings': async (page, account) => {
    await signIn(page, account)
    await page.goto(address('/profile/settings/'))
  },
  'settings, saved': async (page, account) => {
    await signIn(page, account)
    await page.goto(address('/profile/settings/'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Changes saved.').waitFor()
  },
  'change password': async (page, account) => {
    await signIn(page, account)
    await page.goto(address('/profile/password/change/'))
  },
  'two-factor sign-in, setup': async (page, account) => {
    await signIn(page, account)
    await page.goto(address('/profile/second-factor/'))
  },
  'two-factor sign-in, enabled': async (page) => {
    const account = await makeAccount()
    await signIn(page, account)
    await page.goto(address('/profile/second-factor/'))
    await page
      .getByLabel('Code', { exact: true })
      .fill(createAuthenticatorApp(await page.content())())
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Enable two-factor sign-in' }).click()
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByText('Remaining recovery codes: 10.').waitFor()
  },
  'delete': async (page, account) => {
    await signIn(page, account)
    await page.goto(address('/profile/delete/'))
  },
  'error': (page) => page.goto(address('/profile/nowhere/')),
  'error, signed in': async (page, account) => {
    await signIn(page, account)
    await page.goto(address('/profile/settings/'))
    await page.evaluate(
      'for (const form of document.querySelectorAll("form[method=post]")) form._csrf.value = "x"'
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This form has expired').waitFor()
  },
}

test.group('the console in a browser', (group) => {
  let browser: Browser

  group.setup(async () => {
    if (!BROWSER) return () => {}
    browser = await launchBrowser()
    return () => browser.close()
  })

  test(
    '{$self}: is accessible in light and dark mode, fits a narrow window, and requests no other host'
  )
    .with(Object.keys(STATES))
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, name) => {
      const account = await makeAccount()
      const { page, complaints, foreign } = await openPage(browser, 1280)
      await STATES[name]!(page, account)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await barriers(page), [], colorScheme)
      }
      await page.setViewportSize({ width: 360, height: 900 })
      assert.isAtMost(await overflow(page), 0)
      assert.deepEqual(await sidewaysTables(page), [])
      assert.deepEqual(await barriers(page), [], 'nested')
      assert.equal(await page.locator('h1').count(), 1)
      assert.match(await page.title(), /^\S.* – Curia$/)
      // Chromium logs the status of error pages.
      assert.deepEqual(
        complaints.filter((text) => !/status of 4\d\d/.test(text)),
        []
      )
      assert.deepEqual(foreign, [])
      await page.close()
    })

  test('copies and replaces the token, and the old one fails on the next request', async ({
    assert,
  }) => {
    const account = await makeAccount()
    const { page } = await openPage(browser, 1280, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await signIn(page, account)
    await page.getByRole('link', { name: 'API token' }).first().click()
    const field = page.getByLabel('Your token')
    assert.equal(await field.inputValue(), account.token)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), account.token)
    assert.include(await page.locator('pre').first().innerText(), `Token ${account.token}`)
    assert.equal(await statusWith(account.token), 200)

    await page.getByRole('link', { name: 'Replace token' }).click()
    await page.getByLabel('Your password').fill(account.password)
    await page.getByRole('button', { name: 'Replace token' }).click()
    await page.getByText('Token replaced.').waitFor()
    const fresh = await field.inputValue()
    assert.deepEqual([await statusWith(account.token), await statusWith(fresh)], [401, 200])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('creates an additional token, shows it once, and revokes it', async ({ assert }) => {
    const { page } = await openPage(browser)
    await signIn(page, await makeAccount())
    await page.goto(address(TOKENS))
    await page.getByLabel('Token name').fill('Robot')
    await page.getByLabel('Read-only').check()
    await page.getByRole('button', { name: 'Create token' }).click()
    const token = await page.getByLabel('New token', { exact: true }).inputValue()
    assert.equal(await statusWith(token), 200)
    await page.goto(address(TOKENS))
    assert.notInclude(await page.content(), token)
    const row = page.getByRole('row', { name: 'Robot' })
    assert.include(await row.innerText(), token.slice(-4))
    await page.getByRole('button', { name: 'Revoke Robot' }).click()
    await page.getByText('Token revoked.').waitFor()
    assert.equal(await statusWith(token), 401)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('the usage page agrees with the API', async ({ assert }) => {
    const account = await makeAccount({
      overrides: { user: ['1000/hour', '5000/day'], fetch: ['0/min'] },
    })
    for (let n = 0; n < 4; n++) await statusWith(account.token)
    const { page } = await openPage(browser)
    await signIn(page, account)
    await page.goto(address('/profile/api-usage/'))
    const report = (await (
      await fetch(address(USAGE), { headers: { authorization: `Token ${account.token}` } })
    ).json()) as {
      current_usage: {
        scope: string
        rate: string
        used: number
        remaining: number
        blocked: boolean
      }[]
      historical_usage: Record<string, number>
    }
    assert.isNotEmpty(report.current_usage)
    for (const { scope, rate, used, remaining, blocked } of report.current_usage) {
      const cells = page.locator(`[data-rate="${scope} ${rate}"]`).getByRole('cell')
      const [bar, ...numbers] = await cells.allInnerTexts()
      assert.deepEqual(
        numbers.slice(0, 2),
        [used, remaining].map((n) => n.toLocaleString('en'))
      )
      assert.equal(bar!.trim() === 'blocked', blocked, `${scope} ${rate}`)
    }
    await page.getByText('Data table').click()
    const { total, ...days } = report.historical_usage
    assert.equal(total, 4)
    for (const [date, count] of [...Object.entries(days), ['Total', total]])
      assert.match(
        await page.getByRole('row', { name: String(date) }).innerText(),
        new RegExp(`\\s${count}$`)
      )
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('signs in and out with only the keyboard', async ({ assert }) => {
    const account = await makeAccount()
    const { page } = await openPage(browser)
    const focused = async () => {
      const [name, outline] = (await page.evaluate(
        `(() => {
          const { activeElement: element } = document
          if (element === document.body) return ['nothing', '']
          return [element.labels?.[0]?.textContent ?? element.textContent.trim(), getComputedStyle(element).outlineStyle]
        })()`
      )) as [string, string]
      assert.notEqual(outline, 'none', `the focus on "${name}" isn't visible`)
      return name
    }
    /** Presses Tab until the element has the focus. */
    const reach = async (name: string) => {
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press('Tab')
        if ((await focused()) === name) return
      }
      assert.fail(`can't reach "${name}"`)
    }
    const fill = async (password: string) => {
      // Tab doesn't reach elements that haven't loaded.
      await page.waitForLoadState()
      await page.keyboard.press('Tab')
      assert.equal(await focused(), 'Skip to content')
      await page.keyboard.press('Enter')
      await reach('Username or email address')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(account.username)
      await page.keyboard.press('Tab')
      assert.equal(await focused(), 'Password')
      await page.keyboard.type(password)
      await page.keyboard.press('Tab')
      assert.equal(await focused(), 'Sign in')
      await page.keyboard.press('Enter')
    }
    await page.goto(address('/profile/settings/'))
    await fill('wrong')
    await page.getByText('Incorrect username or password').first().waitFor()
    await fill(account.password)
    await page.waitForURL('**/profile/settings/')
    await reach('Sign out')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sign-in/')
    await page.goto(address('/profile/'))
    assert.match(page.url(), /\/sign-in\/\?next=/)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test("the usage page updates, shows reached limits, and doesn't count as requests", async ({
    assert,
  }) => {
    const account = await makeAccount({ overrides: { user: ['2/hour'] } })
    const { page, complaints } = await openPage(browser)
    await signIn(page, account)
    await page.goto(address('/profile/api-usage/'))
    const row = page.locator('[data-rate="user 2/hour"]')
    const spoken = page.locator('[aria-live=polite]')
    const used = (count: number) =>
      row.locator(`meter[aria-label="${count} of 2 used"]`).waitFor({ state: 'attached' })
    await used(0)
    await withLimits(async () => {
      await statusWith(account.token)
      await used(1)
      assert.equal(await spoken.innerText(), '')
      await statusWith(account.token)
      await used(2)
      await spoken.getByText('Rate limit reached: user 2/hour.').waitFor({ state: 'attached' })
      assert.match((await row.locator('time').getAttribute('datetime'))!, /^20\d\d-/)
      assert.equal(await statusWith(account.token), 429)
    })
    const headers = { authorization: `Token ${account.token}` }
    const report = (await (await fetch(address(USAGE), { headers })).json()) as {
      historical_usage: { total: number }
    }
    assert.equal(report.historical_usage.total, 2)
    assert.deepEqual(complaints, [])
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('the usage page works without scripts and sends no requests while hidden', async ({
    assert,
  }) => {
    const account = await makeAccount()
    const silent = await openPage(browser, 360, { javaScriptEnabled: false })
    await signIn(silent.page, account)
    await silent.page.goto(address('/profile/api-usage/'))
    await silent.page.getByRole('rowheader', { name: '5/min' }).waitFor()
    await silent.page.close()

    const { page } = await openPage(browser)
    await signIn(page, account)
    await page.addInitScript(
      `Object.defineProperty(document, 'visibilityState', { get: () => window.looked ?? 'hidden' })`
    )
    await page.clock.install()
    await page.goto(address('/profile/api-usage/'))
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/profile/')) asked++
    })
    await page.clock.runFor(60_000)
    assert.equal(asked, 0)
    const answered = page.waitForResponse('**/profile/api-usage/')
    await page.evaluate(
      `window.looked = 'visible'; document.dispatchEvent(new Event('visibilitychange'))`
    )
    await page.clock.runFor(6_000)
    await answered
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('the menu of a small screen closes, never covers the content, and is not printed', async ({
    assert,
  }) => {
    const { page } = await openPage(browser, 360)
    await signIn(page, await makeAccount())
    await page.goto(address('/profile/settings/'))
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    const menu = page.getByRole('navigation', { name: 'Account' })
    await menu.waitFor({ state: 'hidden' })
    await opener.press('Enter')
    await menu.getByRole('button', { name: 'Close menu' }).waitFor()
    assert.deepEqual(await barriers(page), [])
    assert.isAtMost(await overflow(page), 0)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })

    await opener.press('Enter')
    await menu.getByRole('button', { name: 'Sign out' }).focus()
    await page.keyboard.press('Tab')
    await menu.waitFor({ state: 'hidden' })

    await opener.click()
    await page.setViewportSize({ width: 1000, height: 600 })
    // Next to the content, without its button.
    await menu.getByRole('button', { name: 'Close menu' }).waitFor({ state: 'hidden' })
    const [beside, content] = await Promise.all([
      menu.boundingBox(),
      page.locator('#content').boundingBox(),
    ])
    assert.isAtMost(beside!.x + beside!.width, content!.x)
    assert.isAbove(content!.width, 600)
    await page.emulateMedia({ media: 'print' })
    assert.isFalse(await menu.isVisible())
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)

  test('labels of buttons can be read in forced colors', async ({ assert }) => {
    const { page } = await openPage(browser)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(address('/sign-in/'))
    const colors = (await page.evaluate(`[...document.querySelectorAll('button')].map((button) => {
      const { color, backgroundColor } = getComputedStyle(button)
      return [color, backgroundColor]
    })`)) as [string, string][]
    // The browser paints the background of the page, not that of the button, under text of other colors.
    const system = (await page.evaluate(`(() => {
      document.body.style.color = 'ButtonText'
      return getComputedStyle(document.body).color
    })()`)) as string
    assert.isNotEmpty(colors)
    for (const [color] of colors) assert.equal(color, system)
    await page.close()
  }).skip(!BROWSER, NO_BROWSER)
})
