/** The last page of a decision, which limits cited pages. */
import { test } from '@japa/runner'
import { readBrief } from '../../checks/brief_citations.js'
import check from '../../checks/check_task.js'

const at = (page: number) => `<span class="star-pagination">*${page}</span>`

test.group('pages of a decision', () => {
  test('{what}: page 552 {state}')
    .with<{ what: string; texts: string[]; state: string; anchor?: string }[]>([
      { what: 'one text without breaks', texts: ['a'], state: 'all_match' },
      { what: 'two texts without breaks', texts: ['a', 'b'], state: 'all_match' },
      { what: 'a later text with breaks', texts: ['a', `b ${at(553)} c`], state: 'all_match' },
      {
        what: 'breaks up to the page',
        texts: [`a ${at(538)} b ${at(552)}`],
        state: 'all_match',
        anchor: 'opinion-7-page-552',
      },
      {
        what: 'breaks up to the page in the second text',
        texts: [`a ${at(538)} b ${at(539)}`, `c ${at(552)} d ${at(553)}`],
        state: 'all_match',
        anchor: 'opinion-8-page-552',
      },
      { what: 'breaks before the page', texts: [`a ${at(538)} b`], state: 'page_out_of_range' },
      {
        what: 'breaks before the page in two texts',
        texts: [`a ${at(538)} b`, `c ${at(539)}`],
        state: 'page_out_of_range',
      },
      { what: 'breaks of a report before', texts: [`a ${at(12)} b`], state: 'all_match' },
      { what: 'breaks of a report after', texts: [`a ${at(990)} b`], state: 'all_match' },
    ])
    .run(({ assert }, { texts, state, anchor = null }) => {
      const citations = readBrief('Plessy v. Ferguson, 163 U.S. 537, 552 (1896).')
      const decision = {
        id: 1,
        path: '/opinion/1/a/',
        names: ['Plessy v. Ferguson'],
        year: 1896,
        courts: ['scotus'],
        courtText: 'SCOTUS',
        reports: [{ volume: '163', reporter: 'U.S.', page: '537' }],
        opinions: texts.map((text, place) => ({ id: 7 + place, text, isHtml: true })),
      }
      const [result] = check({
        citations,
        candidates: [['1']],
        decisions: new Map([['1', decision]]),
      })
      assert.equal(result!.state, state)
      assert.equal(result!.anchor, anchor)
    })
})
