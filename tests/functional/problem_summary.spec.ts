/** The summary of problems above forms. */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn, Visitor, type Form } from '#tests/helpers/visitor'

/** Labels and legends of fields by the ID that the summary links to. */
function labelsIn(html: string): Map<string, string> {
  const labels = html.matchAll(/<label for="([^"]+)">([^<]*)/g)
  const groups = html.matchAll(/<fieldset class="radios" id="([^"]+)"[^>]*>\s*<legend>([^<]*)/g)
  return new Map(
    Array.from([...labels, ...groups], ([, id, label]) => [id!, label!.trim().replace(/\.$/, '')])
  )
}

function summaryOf(html: string): { field: string; text: string }[] {
  const [list = ''] = /<div class="problems"[^]*?<\/div>/.exec(html) ?? []
  return Array.from(list.matchAll(/<a href="#([^"]+)">([^<]*)<\/a>/g), ([, field, text]) => ({
    field: field!,
    text: text!.replaceAll(/\s+/g, ' ').trim(),
  }))
}

const FORMS: { at: string; values: Form; isSignedIn: boolean }[] = [
  { at: '/sign-in/', values: { username: 'x', password: 'y' }, isSignedIn: false },
  {
    at: '/register/',
    values: { username: 'a b', email: 'x', password: 'y', password_confirmation: 'z' },
    isSignedIn: false,
  },
  { at: '/reset-password/', values: { email: 'x' }, isSignedIn: false },
  { at: '/profile/settings/', values: { email: 'x', time_zone: 'y' }, isSignedIn: true },
  { at: '/profile/password/change/', values: {}, isSignedIn: true },
  { at: '/profile/api-token/', values: { name: '', days: 'x' }, isSignedIn: true },
  { at: '/profile/webhooks/', values: { url: 'x', kind: '99:1' }, isSignedIn: true },
  { at: '/profile/tags/', values: {}, isSignedIn: true },
  { at: '/profile/second-factor/', values: { code: '', password: '' }, isSignedIn: true },
  { at: '/profile/delete/', values: {}, isSignedIn: true },
]

test.group('summary of problems', () => {
  test('names each field of {at} by its label')
    .with(FORMS)
    .run(async ({ assert }, { at, values, isSignedIn }) => {
      const visitor = isSignedIn ? await signedIn(await makeAccount()) : new Visitor()
      const page = await visitor.submit(at, values)
      assert.equal(page.status, 422)
      const labels = labelsIn(page.text)
      const summary = summaryOf(page.text)
      assert.isNotEmpty(summary)
      for (const { field, text } of summary)
        assert.isTrue(text.startsWith(`${labels.get(field)}: `), `${text} (${labels.get(field)})`)
      const places = summary.map(({ field }) => page.text.indexOf(`id="${field}"`))
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other)
      )
      assert.notInclude(page.text, '@edge')
    })
})
