import { test } from '@japa/runner'
import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'
import { WebhookEvents } from '#app/webhooks/webhook_events'

const event = (more: object) => ({
  plugin: 'library',
  declaration: defineWebhookEvent({
    code: 100,
    name: 'book.lent',
    label: 'lent book',
    description: 'A book was lent.',
    versions: [1, 2],
    example: () => ({}),
    ...more,
  }),
})

test.group('webhook events', () => {
  test('can be looked up by name and code', ({ assert }) => {
    const events = new WebhookEvents([event({}), event({ code: 2, name: 'book.lost' })])
    assert.deepEqual(
      events.all().map(({ code }) => code),
      [2, 100]
    )
    assert.equal(events.get('book.lent').code, 100)
    assert.equal(events.coded(2)!.name, 'book.lost')
    assert.equal(events.getEventLabel(3), 'event 3')
    assert.throws(() => events.get('book.sold'), /no plugin declares/)
  })

  test('without a code get one derived from their name', ({ assert }) => {
    const codes = ['book.lent', 'book.lost'].map(
      (name) => event({ name, code: undefined }).declaration.code
    )
    assert.deepEqual(codes, [11_967, 11_864])
  })

  test('{0} prevents startup')
    .with([
      ['E_DUPLICATE_WEBHOOK_EVENT', [{}, { name: 'book.lost' }]],
      ['E_DUPLICATE_WEBHOOK_EVENT', [{}, { code: 7 }]],
      ['E_BAD_WEBHOOK_EVENT', [{ name: 'Book lent' }]],
      ['E_BAD_WEBHOOK_EVENT', [{ code: 0 }]],
      ['E_BAD_WEBHOOK_EVENT', [{ versions: [] }]],
      ['E_BAD_WEBHOOK_EVENT', [{ versions: [1.5] }]],
    ] as [string, object[]][])
    .run(({ assert }, [code, declared]) => {
      assert.throws(() => new WebhookEvents(declared.map(event)), new RegExp(code))
    })
})
