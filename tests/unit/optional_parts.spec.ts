import { test } from '@japa/runner'
import { optionalTable } from '#app/web/optional_parts'

const part = (setting: string) => ({ name: setting, adds: 'does more', setting, page: '/docs/a/' })

test.group('optional features', () => {
  test('{setting} with {value} is {state}')
    .with([
      { setting: 'SMTP_URL', value: undefined, state: 'not set up' },
      { setting: 'SMTP_URL', value: '', state: 'not set up' },
      { setting: 'SMTP_URL', value: 'smtp://a', state: 'set up' },
      { setting: 'FEEDS=on', value: undefined, state: 'not set up' },
      { setting: 'FEEDS=on', value: 'off', state: 'not set up' },
      { setting: 'FEEDS=on', value: 'on', state: 'set up' },
    ])
    .run(({ assert }, { setting, value, state }) => {
      const [name] = setting.split('=') as [string]
      const row = optionalTable([part(setting)], { [name]: value })
        .split('\n')
        .at(-1)!
      assert.equal(row, `| [${setting}](/docs/a/) | does more | \`${setting}\` | ${state} |`)
    })
})
