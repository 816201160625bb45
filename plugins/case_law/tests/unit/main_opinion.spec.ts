import { test } from '@japa/runner'
import { mainOpinion } from '../../opinion_types.js'

test.group('main opinion of a cluster', () => {
  test('is the first by ordering key', ({ assert }) => {
    const main = mainOpinion([
      { id: 1, type: '020lead', ordering_key: 2 },
      { id: 2, type: '040dissent', ordering_key: 1 },
      { id: 3, type: '020lead', ordering_key: null },
    ])
    assert.equal(main!.id, 2)
  })

  test('is the deciding type if there is no ordering key', ({ assert }) => {
    const types = [
      '040dissent',
      '080onthemerits',
      '025plurality',
      '015unamimous',
      '010combined',
      '020lead',
    ]
    const found: string[] = []
    for (let opinions = types.map((type, id) => ({ id, type })); opinions.length;) {
      const main = mainOpinion(opinions)!
      found.push(main.type)
      opinions = opinions.filter((opinion) => opinion !== main)
    }
    assert.deepEqual(found, types.toReversed())
  })

  test('ranks the type names of search results', ({ assert }) => {
    const main = mainOpinion([
      { id: 1, type: 'dissent' },
      { id: 2, type: 'unanimous-opinion' },
      { id: 3, type: 'lead-opinion' },
    ])
    assert.equal(main!.id, 3)
  })

  test('is the lowest ID among equals, and undefined for an empty list', ({ assert }) => {
    const type = '030concurrence'
    assert.equal(
      mainOpinion([
        { id: 9, type },
        { id: 8, type },
      ])!.id,
      8
    )
    assert.isUndefined(mainOpinion([]))
  })
})
