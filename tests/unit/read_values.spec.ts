import { test } from '@japa/runner'
import { reading, readInteger } from '#api/writes/read_values'

test.group('values of written fields', () => {
  test('an integer within {min} and {max}: {value}')
    .with([
      { min: 1, max: 9, value: 1 },
      { min: 1, max: 9, value: '9' },
      { min: undefined, max: 9, value: -100 },
      { min: 1, max: undefined, value: 100 },
      { min: undefined, max: undefined, value: '+5.0' },
    ])
    .run(({ assert }, { min, max, value }) => {
      assert.equal(readInteger({ min, max } as never, value), Number(value))
    })

  test('an integer outside 1 to 9: {0}')
    .with([
      [0, /greater than or equal to 1/],
      [10, /less than or equal to 9/],
      [true, /valid integer/],
      ['1.5', /valid integer/],
      [[1], /valid integer/],
    ] as [unknown, RegExp][])
    .run(({ assert }, [value, message]) => {
      assert.throws(() => readInteger({ min: 1, max: 9 } as never, value), message)
    })

  test('must be text; empty text is null for nullable fields', ({ assert }) => {
    const read = (text: string) => `read ${text}`
    assert.equal(reading(' a ', {} as never, read, 'no text'), 'read a')
    assert.isNull(reading(' ', { nullable: true } as never, read, 'no text'))
    assert.equal(reading(' ', {} as never, read, 'no text'), 'read ')
    for (const value of [1, true, null, ['a'], { a: 1 }])
      assert.throws(() => reading(value, {} as never, read, 'no text'), 'no text')
    const refuse = () => {
      throw new Error('another message')
    }
    assert.throws(() => reading('a', {} as never, refuse, 'no text'), 'no text')
  })
})
