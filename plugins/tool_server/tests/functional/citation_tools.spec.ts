/**
 * Tools that extract, analyze, and look up citations (tool server, tools 10 to
 * 12), with the sample archive.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { IssueToken } from '#app/accounts/actions/tokens'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { makeDocket } from '#tests/helpers/own_docket'
import { call, callForObject, post, type Headers } from '../rpc.js'

const BROWN = 1038
const BRIEF =
  'In Brown v. Board of Education, 347 U.S. 483, 495, 74 S. Ct. 686 (1954), the Court held so, see 42 U.S.C. § 1983; Brown, 347 U.S., at 491. Doe v. Roe, 999 U.S. 999 (2015); Doe v. Poe, 575 U.S. ___ (2015); Ghost v. Town, 5 U.S. (1 Cranch) 137 (1803); 75 Harv. L. Rev. 12 (1990).'

async function headersOfNewAccount(): Promise<Headers> {
  const { authorization } = await makeAccount()
  return { authorization }
}

/** Returns citations of pages that the archive doesn't have. */
const citations = (count: number, volume = 900) =>
  Array.from({ length: count }, (_, page) => `${volume} U.S. ${page + 1}`).join('; ')

const jobIdOf = (text: string) => /^Job ID: ([0-9a-f]{8})$/m.exec(text)![1]!

test.group('tool extract_citations', () => {
  test('groups the references of a text by cited work', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { text, isError, meta } = await call(
      client,
      'extract_citations',
      { text: BRIEF },
      headers
    )
    assert.isFalse(isError)
    assert.equal(
      text,
      `Found 8 citation(s): 4 unique case(s), 1 statute(s), 1 unresolved.

Cases
1. 347 U.S. 483 (Brown v. Board of Education, 1954) — 3 reference(s)
   [full] "347 U.S. 483"
   [full] "74 S. Ct. 686"
   [short] "347 U.S., at 491"
2. 999 U.S. 999 (Doe v. Roe, 2015) — 1 reference(s)
   [full] "999 U.S. 999"
3. 575 U.S. None (Doe v. Poe, 2015) — 1 reference(s)
   [full] "575 U.S. ___"
4. 5 U.S. 137 (Ghost v. Town, 1803) — 1 reference(s)
   [full] "5 U.S. (1 Cranch) 137"

Statutes
1. 42 U.S.C. § 1983 — 1 reference(s)
   [statute] "42 U.S.C. § 1983"

Unresolved
- [unknown] "75 Harv. L. Rev. 12"`
    )
    assert.notProperty(meta, 'links')
  })

  test('lists them individually', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { text: '<p>See 5 U.S. 137;</p><p>id. at 140.</p>', resolve: false }
    const { text } = await call(client, 'extract_citations', args, headers)
    assert.equal(text, 'Found 2 citation(s):\n1. [full] "5 U.S. 137"\n2. [id.] "id."')
  })

  test('reports texts without citations and rejects texts beyond the limits', async ({
    client,
    assert,
  }) => {
    const headers = await headersOfNewAccount()
    const answer = (text: string) => call(client, 'extract_citations', { text }, headers)
    assert.deepInclude(await answer('Nothing here.'), {
      text: 'No citations found.',
      isError: false,
    })
    assert.include((await answer('')).text, "text: '' should be non-empty")
    const long = await answer('x'.repeat(256_001))
    assert.isTrue(long.isError)
    assert.include(long.text, 'is too long')
  })

  test('shortens long lists', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { text: citations(1100) }
    const { text } = await call(client, 'extract_citations', args, headers)
    assert.isTrue(text.endsWith('and 100 more'))
  })
})

test.group('tool analyze_citations', () => {
  test('reports the status of each citation', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { text, isError } = await call(client, 'analyze_citations', { text: BRIEF }, headers)
    assert.isFalse(isError, text)
    assert.include(
      text,
      'Extraction: 8 citation(s); 5 unique case citation(s) of 4 case(s); 1 statute(s); 1 unresolved\nVerification: 5 of 5 verified\nNames that differ: 1\n\nCases\n'
    )
    assert.match(
      text,
      /1\. Brown v\. Board of Education of Topeka \(1954-05-17\)\n {3}Citation: 347 U\.S\. 483\n {3}Status: FOUND\n {3}Cluster ID: 1038\n {3}URL: http:\/\/\S+\/opinion\/1038\/\S+\n {3}References: 3 \(full 2, short 1\)/
    )
    assert.include(text, '2. Doe v. Roe\n   Citation: 999 U.S. 999\n   Status: NOT FOUND\n')
    assert.include(text, '3. Doe v. Poe\n   Citation: 575 U.S. None\n   Status: UNRESOLVABLE\n')
    assert.match(
      text,
      /\n {3}Name differs: cited as Ghost v\. Town, archive has Marbury v\. Madison\n/
    )
    assert.include(text, 'Statutes\n1. 42 U.S.C. § 1983: 1 reference(s)')
    assert.include(text, 'Unresolved\n- [unknown] "75 Harv. L. Rev. 12"')
    assert.notMatch(text, /hallucinat/i)
  })

  test('reads the main opinion of a cluster', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { cluster_id: BROWN }
    const { text, isError } = await call(client, 'analyze_citations', args, headers)
    assert.isFalse(isError, text)
    assert.match(text, /Verification: (\d+) of \1 verified/)
  })

  test('accepts exactly one text', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const args of [{}, { text: 'x', opinion_id: 1 }, { cluster_id: 1, opinion_id: 1 }]) {
      const refusal = await call(client, 'analyze_citations', args, headers)
      assert.deepInclude(refusal, {
        isError: true,
        text: 'Provide exactly one of text, opinion_id, or cluster_id.',
      })
    }
    const { text } = await call(client, 'analyze_citations', { archive_document_id: 1 }, headers)
    assert.include(text, "('archive_document_id' was unexpected)")
  })

  test('suggests an alternative for an opinion without text', async ({
    client,
    assert,
    cleanup,
  }) => {
    const headers = await headersOfNewAccount()
    const docket = await makeDocket()
    const database = await app.container.make('lucid.db')
    const [{ id: cluster }] = await database
      .table('opinion_clusters')
      .insert({ docket_id: docket.id, date_filed: '2020-01-01', case_name: 'A v. B', slug: 'a' })
      .returning('id')
    const [{ id }] = await database
      .table('opinions')
      .insert({ cluster_id: cluster, type: '020lead' })
      .returning('id')
    cleanup(async () => {
      await database.from('opinions').where('id', id).delete()
      await database.from('opinion_clusters').where('id', cluster).delete()
      await docket.remove()
    })
    const byOpinion = await call(client, 'analyze_citations', { opinion_id: Number(id) }, headers)
    assert.isTrue(byOpinion.isError)
    assert.include(byOpinion.text, 'Try cluster_id')
    const args = { cluster_id: Number(cluster) }
    const byCluster = await call(client, 'analyze_citations', args, headers)
    assert.isTrue(byCluster.isError)
    assert.notInclude(byCluster.text, 'Try cluster_id')
  })

  test('charges the same as the lookup', async ({ client, assert }) => {
    await withLimits(async () => {
      const { authorization } = await makeAccount()
      await call(client, 'analyze_citations', { text: BRIEF }, { authorization })
      const usage = await callForObject(client, 'get_api_usage', {}, { authorization })
      const used = (scope: string) =>
        usage.current_usage.find((row: any) => row.scope === scope && row.window_seconds === 60)
          .used
      assert.equal(used('citations'), 4)
      assert.equal(used('user'), 1)
    })
  })

  test('accepts a read-only token', async ({ client, assert }) => {
    const { id } = await makeAccount()
    const database = await app.container.make('lucid.db')
    const token = await database.transaction((trx) =>
      new IssueToken().handle(trx, id, { name: 'reader', readOnly: true, expiresAt: null })
    )
    const headers = { authorization: `Token ${token}` }
    const { text } = await call(client, 'analyze_citations', { text: BRIEF }, headers)
    assert.include(text, '5 of 5 verified')
  })
})

test.group('tool resume_citation_analysis', () => {
  test('resumes citations beyond one request', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { text: `${citations(250)}; ${citations(3, 901)}` }
    const { text } = await call(client, 'analyze_citations', args, headers)
    const id = jobIdOf(text)
    assert.include(text, 'Verification: 250 of 253 verified')
    assert.include(text, `Pending: 3. Call resume_citation_analysis with job_id '${id}'`)
    const resumed = await call(client, 'resume_citation_analysis', { job_id: id }, headers)
    assert.isFalse(resumed.isError)
    assert.include(resumed.text, '253 of 253 verified\nAll citations verified!')
    assert.include(resumed.text, 'Citation: 901 U.S. 3')
    assert.notInclude(resumed.text, 'Citation: 900 U.S. 3\n')
    const again = await call(client, 'resume_citation_analysis', { job_id: id }, headers)
    assert.deepInclude(again, {
      text: `Nothing is pending in job '${id}': all its citations are verified.`,
      isError: false,
    })
  })

  test('reports when it can resume after an exceeded limit', async ({ client, assert }) => {
    await withLimits(async () => {
      const { authorization } = await makeAccount({ overrides: { citations: ['1/hour'] } })
      const headers = { authorization }
      await call(client, 'analyze_citations', { text: citations(1) }, headers)
      const { text, isError } = await call(
        client,
        'analyze_citations',
        { text: 'Brown v. Board of Education, 347 U.S. 483 (1954)' },
        headers
      )
      assert.isFalse(isError)
      assert.include(text, 'Verification: 0 of 1 verified\nPending: 1')
      assert.include(text, 'Status: PENDING')
      assert.match(text, /wait \d+ second\(s\), until \S+Z \(wait_until\)\. Call resume_citation/)
      const args = { job_id: jobIdOf(text), wait: true }
      const resumed = await call(client, 'resume_citation_analysis', args, headers)
      assert.isFalse(resumed.isError)
      assert.include(resumed.text, '0 of 1 verified\n1 remaining.')
      assert.include(resumed.text, 'wait=true waits up to 90 seconds only')
    })
  })

  test('resumes only jobs of the same credential', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const others = await headersOfNewAccount()
    const args = { text: `${citations(250)}; ${citations(3, 901)}` }
    const id = jobIdOf((await call(client, 'analyze_citations', args, headers)).text)
    for (const unknown of [id, '00000000', '../x']) {
      const refusal = await call(client, 'resume_citation_analysis', { job_id: unknown }, others)
      assert.deepInclude(refusal, {
        isError: true,
        text: `Job ID '${unknown}' not found. The session may have expired.`,
      })
    }
    const own = await call(client, 'resume_citation_analysis', { job_id: id }, headers)
    assert.isFalse(own.isError)
  })
})

test.group('tool lookup_citation', () => {
  test('returns the decision of a citation', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { citation: '347 U. S. 483' }
    const { results } = await callForObject(client, 'lookup_citation', args, headers)
    assert.lengthOf(results, 1)
    const { decisions, ...result } = results[0]
    assert.deepEqual(result, {
      citation: '347 U. S. 483',
      normalized_citations: ['347 U.S. 483'],
      status: 200,
      matched_on: 'citation',
    })
    assert.deepInclude(decisions[0], {
      cluster_id: BROWN,
      case_name: 'Brown v. Board of Education of Topeka',
      date_filed: '1954-05-17',
    })
    assert.include(decisions[0].citations, '347 U.S. 483')
  })

  test('reports citations that are missing or invalid', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { results } = await callForObject(
      client,
      'lookup_citation',
      { citation: '999 U.S. 999' },
      headers
    )
    assert.deepInclude(results[0], { status: 404, decisions: [] })
    const refusal = await call(client, 'lookup_citation', { citation: 'Brown' }, headers)
    assert.isTrue(refusal.isError)
    assert.include(refusal.text, 'Use volume, reporter, and page')
  })
})

test.group('tool check_brief', () => {
  const CHECKED =
    'Roe v. Smith, 347 U.S. 483 (1954). Id. at 490. Brown v. Board of Education, 347 U.S. 483 (1954); 42 U.S.C. § 1983; 999 U.S. 1 (1990).'

  test('states how citations compare, problems first', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { text, data } = await call(client, 'check_brief', { text: CHECKED }, headers)
    const { states, total, citations: items } = data as Record<string, any>
    assert.equal(total, 5)
    assert.deepEqual(Object.keys(states), [
      'name_differs',
      'not_in_archive',
      'statute_recognized',
      'not_compared',
      'all_match',
    ])
    assert.deepEqual(
      items.map((one: any) => [one.citation, one.kind, one.check.cluster_id]),
      [
        ['347 U.S. 483', 'case', BROWN],
        ['Id. at 490', 'id', BROWN],
        ['347 U.S. 483', 'case', BROWN],
        ['42 U.S.C. § 1983', 'law', null],
        ['999 U.S. 1', 'case', null],
      ]
    )
    assert.match(items[0].candidates[0].url, /^http:\/\/.+\/opinion\/1038\//)
    assert.match(text, /^Checked 5 citation\(s\)\. .+\n\n1\. \[Name differs\] 347 U\.S\. 483/)
    assert.include(text, 'Name: cited as Roe v. Smith, archive has Brown v. Board of Education')
  })

  test('costs one request and each full citation', async ({ client, assert }) => {
    await withLimits(async () => {
      const account = await makeAccount({ overrides: { citations: ['3/hour'] } })
      const headers = { authorization: account.authorization }
      const first = await call(client, 'check_brief', { text: CHECKED }, headers)
      assert.isFalse(first.isError, first.text)
      const second = await call(client, 'check_brief', { text: CHECKED }, headers)
      assert.isTrue(second.isError)
      assert.include(second.text, 'Rate limit exceeded')
      const free = await call(client, 'check_brief', { text: '42 U.S.C. § 1983' }, headers)
      assert.isFalse(free.isError)
    })
  })
})

test.group('tools of citations: credentials', () => {
  test('are required', async ({ client }) => {
    for (const [name, args] of [
      ['extract_citations', { text: 'x' }],
      ['analyze_citations', { text: 'x' }],
      ['resume_citation_analysis', { job_id: '00000000' }],
      ['lookup_citation', { citation: 'x' }],
      ['check_brief', { text: 'x' }],
    ] as const) {
      const params = { name, arguments: args }
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      for (const headers of [{}, { authorization: 'Token 0123456789' }]) {
        const response = await post(client, message, headers as Headers)
        response.assertStatus(401)
      }
    }
  })
})
