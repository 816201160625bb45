import { test } from '@japa/runner'
import { skippedTitles } from '#tests/helpers/skipped_rows'

test.group('titles of skipped tests', () => {
  test('are expanded for each row, like titles of tests that run', ({ assert }) => {
    assert.deepEqual(skippedTitles('{$i}: {$self}', ['a', 'b']), ['1: a', '2: b'])
    assert.deepEqual(
      skippedTitles('{ name } in {at.city}, \\{kept}', [{ name: 'Ann', at: { city: 'Rome' } }]),
      ['Ann in Rome, {kept}']
    )
    assert.deepEqual(skippedTitles('{nothing.here}', [{}]), ['undefined'])
  })

  test('keep a placeholder for values known only at run time', ({ assert }) => {
    assert.deepEqual(skippedTitles('{name}: list', undefined), ['…: list'])
    assert.deepEqual(skippedTitles('plain', []), ['plain'])
  })
})
