import { test } from '@japa/runner'
import { decodeEntities } from '#app/support/decode_entities'

test.group('character references in names', () => {
  test('{0} is {1}')
    .with<[string, string][]>([
      ['Comm&rsquo;r v. Smith', 'Comm’r v. Smith'],
      ['R&amp;D Corp.', 'R&D Corp.'],
      ['&amp;amp;rsquo;', '’'],
      ['O&#39;Connor', "O'Connor"],
      ['O&#x2019;Connor', 'O’Connor'],
      ['Garc&iacute;a', 'García'],
      ['&quot;Doe&quot;', '"Doe"'],
      ['A&nbsp;B', 'A B'],
      ['AT&T', 'AT&T'],
      ['AT&T; Inc.', 'AT&T; Inc.'],
      ['Smith & Jones;', 'Smith & Jones;'],
      ['&unknownname;', '&unknownname;'],
      ['&#0;x', '\uFFFDx'],
      ['&sect; 1 &para;', '§ 1 ¶'],
      ['&lt;b&gt;', '<b>'],
    ])
    .run(({ assert }, [name, decoded]) => {
      assert.equal(decodeEntities(name), decoded)
      assert.equal(decodeEntities(decoded), decoded)
    })

  test('ends for names that grow with each decoding', ({ assert }) => {
    assert.isAtMost(decodeEntities(`&${'amp;'.repeat(10_000)}`).length, 40_001)
  })
})
