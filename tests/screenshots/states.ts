/** Page states without a URL: open forms, form errors, and results of actions. */
import type { Page } from 'playwright-core'
import { createAuthenticatorApp } from '../helpers/authenticator_app.js'

/** Context of the steps of a state. */
export interface Visit {
  page: Page
  /** Opens a path of the server. */
  open: (path: string) => Promise<unknown>
  password: string
}

type States = Record<string, (visit: Visit) => Promise<unknown>>

/** The browsable page of a resource with its form open. */
const opened =
  (path: string, summary: 'Create' | 'Edit') =>
  async ({ page, open }: Visit) => {
    await open(`/api/rest/v4/${path}?format=api`)
    await page.getByText(summary, { exact: true }).click()
  }

/** The same, submitted without input. */
const refused = (path: string) => async (visit: Visit) => {
  await opened(path, 'Create')(visit)
  await send(visit, 'Send POST')
  await visit.page.locator('#problems').waitFor()
}

/** Submits a form without the browser's own validation. */
async function send({ page }: Visit, button: string): Promise<void> {
  await page.evaluate('for (const form of document.forms) form.noValidate = true')
  await page.getByRole('button', { name: button }).click()
  await page.waitForLoadState()
}

/** For visitors without an account. */
export const VISITOR_STATES: States = {
  'sign-in refused': async (visit) => {
    await visit.open('/sign-in/')
    await visit.page.getByLabel('Username or email address').fill('nobody')
    await visit.page.getByLabel('Password').fill('nothing')
    await send(visit, 'Sign in')
  },
  'register refused': async (visit) => {
    await visit.open('/register/')
    await visit.page.getByLabel('Username').fill('a b')
    await send(visit, 'Create account')
  },
  'reset sent': async (visit) => {
    await visit.open('/reset-password/')
    await visit.page.getByLabel('Email address').fill('demo@example.org')
    await send(visit, 'Send link')
  },
  'link gone': ({ open }) => open(`/email/confirm/${'0'.repeat(40)}/`),
  'form expired': async (visit) => {
    await visit.open('/sign-in/')
    await visit.page.context().clearCookies()
    await visit.page.getByLabel('Username or email address').fill('nobody')
    await visit.page.getByLabel('Password').fill('nothing')
    await send(visit, 'Sign in')
  },
  'visualization refused': ({ open }) => open('/visualizations/scotus-mapper/2/embed/'),
}

/** For the demo account. */
export const ACCOUNT_STATES: States = {
  'staff forbidden': ({ open }) => open('/admin/'),
  'api alerts create': opened('alerts/', 'Create'),
  'api alerts refused': refused('alerts/'),
  'api alerts edit': opened('alerts/1/', 'Edit'),
  'api tags create': opened('tags/', 'Create'),
  'api tags refused': refused('tags/'),
  'api tags edit': opened('tags/1/', 'Edit'),
  'api prayers create': opened('prayers/', 'Create'),
  'api prayers refused': refused('prayers/'),
  'api docket-alerts create': opened('docket-alerts/', 'Create'),
  'api docket-alerts refused': refused('docket-alerts/'),
  'alert refused': async (visit) => {
    await visit.open('/profile/alerts/1/')
    await visit.page.getByLabel('Name').fill('')
    await send(visit, 'Save')
  },
  'alert saved': async (visit) => {
    await visit.open('/profile/alerts/1/')
    await visit.page.getByLabel('Frequency').selectOption({ label: 'Monthly' })
    await send(visit, 'Save')
  },
  'token created': async (visit) => {
    await visit.open('/profile/api-token/')
    await visit.page.getByLabel('Token name').fill('Nightly import')
    await send(visit, 'Create token')
  },
  'second factor refused': async (visit) => {
    await visit.open('/profile/second-factor/')
    await visit.page.getByLabel('Code', { exact: true }).fill('000000')
    await visit.page.getByLabel('Password').fill('wrong')
    await send(visit, 'Enable two-factor sign-in')
  },
}

/** Two-factor sign-in, in this order. Must be last for the account. */
export const SECOND_FACTOR_STATES: States = {
  'recovery codes': async (visit) => {
    await visit.open('/profile/second-factor/')
    await visit.page
      .getByLabel('Code', { exact: true })
      .fill(createAuthenticatorApp(await visit.page.content())())
    await visit.page.getByLabel('Password').fill(visit.password)
    await send(visit, 'Enable two-factor sign-in')
    await visit.page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  },
  'second factor enabled': ({ open }) => open('/profile/second-factor/'),
  'sign-in code': async (visit) => {
    await visit.page.context().clearCookies()
    await visit.open('/sign-in/')
    await visit.page.getByLabel('Username or email address').fill('demo')
    await visit.page.getByLabel('Password').fill(visit.password)
    await send(visit, 'Sign in')
    await visit.page.getByLabel('Code').waitFor()
  },
  'sign-in code refused': async (visit) => {
    await visit.page.getByLabel('Code').fill('000000')
    await send(visit, 'Sign in')
  },
}
