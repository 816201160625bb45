import { test } from '@japa/runner'
import { formatResourceTitle } from '#api/labels'

test.group('labels', () => {
  test('{0} is "{1}" in titles')
    .with([
      ['Docket', 'Docket'],
      ['DocketEntry', 'Docket Entry'],
      ['ABARating', 'Aba Rating'],
      ['OriginatingCourtInformation', 'Originating Court Information'],
    ])
    .run(({ assert }, [label, words]) => assert.equal(formatResourceTitle(label!), words))
})
