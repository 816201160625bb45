/** A newcomer registers, gets a token, and sends the first request of the quick start. */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { address, BROWSER, NO_BROWSER } from '#tests/helpers/browser'
import { mailedPath } from '#tests/helpers/mails'
import { noteSecrets } from '#tests/helpers/secrets'
import { Walker, WAYS, withBrowser } from './walker.js'

test.group('a newcomer', (group) => {
  group.setup(withBrowser)

  test('registers and sends a request ({$self})')
    .with([...WAYS])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, way) => {
      const username = `newcomer-${randomUUID().slice(0, 8)}`
      const email = `${username}@example.org`
      const password = `walnut ${randomUUID()}`
      noteSecrets('password', [password])

      const person = await Walker.start(assert, way)
      await person.follow('Create an account', person.page.getByRole('banner'))
      await person.fill('Username', username)
      await person.fill('Email address', email)
      await person.fill('Password', password)
      await person.fill('Confirm password', password)
      await person.tick('I will use only one account and keep its token private.')
      await person.press('Create account')
      await person.read('Check your email')

      await person.open(await mailedPath(email))
      await person.press('Confirm email address')
      await person.read('Email address confirmed.')
      await person.enter({ username, password })
      await person.read(`Welcome, ${username}`)
      const database = await app.container.make('lucid.db')
      const account = await database.from('accounts').where({ username }).firstOrFail()
      assert.isNotNull(account.email_confirmed_at)

      await person.followInMenu('API token')
      const token = await person.copy('Your token')
      noteSecrets('token', [token])
      await person.follow('Docs')
      await person.follow('Getting started')
      const [, path] = /curl 'https?:\/\/[^/]+(\/[^']+)'/.exec(
        await person.page.locator('article').innerText()
      )!
      const response = await fetch(address(path!), {
        headers: { authorization: `Token ${token}` },
      })
      const { results } = (await response.json()) as { results: { case_name: string }[] }
      assert.match(results[0]!.case_name, /^Brown v\. Board of Education/)

      await person.follow(username)
      await person.read('1 request in the last 15 days.')
      await person.end()
    })
})
