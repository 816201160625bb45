/**
 * Reports of citation analysis for different responses of the lookup.
 */
import { test } from '@japa/runner'
import { Ajv } from 'ajv'
import { ToolText, type ToolContext, type ToolDefinition } from '#app/tools/define_tool'
import { ApiRefusal, ToolError } from '#app/tools/tool_error'
import analyze from '../../tools/analyze_citations.js'
import { ANALYSIS } from '../../tools/analysis/report_data.js'
import resume from '../../tools/resume_citation_analysis.js'

interface Answer {
  status: number
  clusters?: object[]
}

const cluster = (id: number, name: string, more: object = {}) => ({
  id,
  absolute_url: `/opinion/${id}/x/`,
  case_name: name,
  case_name_short: '',
  case_name_full: '',
  date_filed: '1950-01-01',
  citation_count: 0,
  citations: [],
  ...more,
})

/** Mock context with responses by citation, or an error, and stored data. */
function contextWith(answers: Record<string, Answer>, refusals: ApiRefusal[] = []) {
  const kept = new Map<string, string>()
  const posts: string[] = []
  const reports: string[] = []
  const gone = new AbortController()
  const context = {
    api: {
      caller: { origin: 'http://test' },
      async post(_: string, { text }: { text: string }) {
        posts.push(text)
        const refusal = refusals.shift()
        if (refusal) throw refusal
        return Object.entries(answers)
          .filter(([citation]) => text.includes(citation))
          .map(([citation, { status, clusters = [] }]) => ({
            citation: citation.toUpperCase(),
            normalized_citations: [citation],
            status,
            error_message: status < 400 ? '' : `status ${status}`,
            clusters,
          }))
      },
    },
    state: {
      get: async (kind: string, id: string) =>
        JSON.parse(kept.get(`${kind}:${id}`) ?? 'null') ?? undefined,
      set: async (kind: string, id: string, value: unknown) =>
        void kept.set(`${kind}:${id}`, JSON.stringify(value)),
    },
    documents: [],
    progress: async (_: number, __: number, message: string) => void reports.push(message),
    signal: gone.signal,
  } as unknown as ToolContext
  return { context, posts, reports, gone }
}

const refusalUntil = (time: Date) =>
  new ApiRefusal('Rate limit exceeded', 429, { wait_until: time.toISOString() })

const validate = new Ajv({ strict: false }).compile(ANALYSIS)

/** Calls a tool and checks its structured content. */
async function called(tool: ToolDefinition, args: object, context: ToolContext): Promise<ToolText> {
  const result = await tool.call(args as never, context)
  if (!(result instanceof ToolText)) throw new Error('the result has no structured content')
  if (!validate(result.data)) throw new Error(JSON.stringify(validate.errors))
  return result
}

async function analyzed(text: string, answers: Record<string, Answer>) {
  const { context } = contextWith(answers)
  return called(analyze, { text }, context)
}

const jobIdOf = (text: string) => /Job ID: (\w+)/.exec(text)![1]!

test.group('analysis of citations', () => {
  test('chooses the most cited decision with the same name, then the earliest', async ({
    assert,
  }) => {
    const found = [
      cluster(1, 'Roe v. Wade', { citation_count: 2 }),
      cluster(2, 'ROE vs Wade,', { citation_count: 5, date_filed: '1973-01-22' }),
      cluster(3, 'Roe v. Wade', { citation_count: 5, date_filed: '1972-01-22' }),
    ]
    const { text, data } = await analyzed('410 U.S. 113', {
      '410 U.S. 113': { status: 300, clusters: found },
    })
    assert.include(text, 'Cluster ID: 3\n')
    const [only] = data.cases as any[]
    assert.equal(only.decision.cluster_id, 3)
    assert.deepEqual(only.other_cluster_ids, [1, 2])
    assert.include(
      text,
      'Status: FOUND (the most cited of 3 decisions of this name; the others have the cluster IDs 1, 2)'
    )
  })

  test('shows all decisions of a citation with several names', async ({ assert }) => {
    const found = [cluster(1, 'Roe v. Wade'), cluster(2, 'Doe v. Bolton')]
    const { text, data } = await analyzed('410 U.S. 113', {
      '410 U.S. 113': { status: 300, clusters: found },
    })
    assert.include(
      text,
      'Status: AMBIGUOUS (2 decisions)\n   - Roe v. Wade (1950-01-01), cluster ID 1'
    )
    const [only] = data.cases as any[]
    assert.deepEqual(
      only.candidates.map((one: any) => one.cluster_id),
      [1, 2]
    )
  })

  test('reports a parallel citation of another decision', async ({ assert }) => {
    const { text, data } = await analyzed('Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705 (1973)', {
      '410 U.S. 113': { status: 200, clusters: [cluster(1, 'Roe v. Wade')] },
      '93 S. Ct. 705': { status: 200, clusters: [cluster(2, 'Ash v. Elm')] },
    })
    assert.include(text, 'Cited with 93 S. Ct. 705: FOUND: Ash v. Elm (1950-01-01), cluster ID 2')
    assert.notInclude(text, 'Name differs')
    const [only] = data.cases as any[]
    assert.isFalse(only.name_differs)
    assert.equal(only.parallel[0].decision.case_name, 'Ash v. Elm')
  })

  test('reports a status for each citation', async ({ assert }) => {
    const { text, data } = await analyzed('1 U.S. 1; 2 U.S. 2; 3 U.S. 3; 4 U.S. 4', {
      '1 U.S. 1': { status: 400 },
      '2 U.S. 2': { status: 404 },
      '3 U.S. 3': { status: 429 },
    })
    for (const status of ['INVALID', 'NOT FOUND', 'PENDING', 'UNRESOLVABLE'])
      assert.include(text, `Status: ${status}`)
    assert.include(text, 'Verification: 3 of 4 verified\nPending: 1.')
    assert.deepInclude(data, { total: 4, verified: 3, pending: 1 })
    assert.deepEqual(
      (data.cases as any[]).map(({ status }) => status),
      ['INVALID', 'NOT FOUND', 'PENDING', 'UNRESOLVABLE']
    )
  })

  test('sends no request without citations', async ({ assert }) => {
    const { context, posts } = contextWith({})
    const { text } = await called(analyze, { text: 'Nothing.' }, context)
    assert.include(text, 'Verification: 0 of 0 verified')
    assert.isEmpty(posts)
  })
})

test.group('resumed analysis of citations', () => {
  const answers = { '1 U.S. 1': { status: 200, clusters: [cluster(1, 'A v. B')] } }

  /** A job with one pending citation. */
  async function pendingJob(refusals: ApiRefusal[]) {
    const made = contextWith(answers, [refusalUntil(new Date()), ...refusals])
    const { text } = await called(analyze, { text: '1 U.S. 1' }, made.context)
    return { ...made, id: jobIdOf(text) }
  }

  test('waits for the limit and retries once', async ({ assert }) => {
    const { context, id, posts, reports } = await pendingJob([
      refusalUntil(new Date(Date.now() + 20)),
    ])
    const { text, data } = await called(resume, { job_id: id, wait: true }, context)
    assert.equal((data.cases as any[])[0].decision.case_name, 'A v. B')
    assert.include(text, '1 of 1 verified\nAll citations verified!')
    assert.lengthOf(posts, 3)
    assert.equal(reports.at(-1), 'Waiting for the rate limit: 1 s left')
  })

  test('waits only on request and within the maximum', async ({ assert }) => {
    const soon = new Date(Date.now() + 5000)
    const unasked = await pendingJob([refusalUntil(soon)])
    const { text, data } = await called(resume, { job_id: unasked.id }, unasked.context)
    assert.equal((data.rate_limit as any).wait_until, soon.toISOString())
    assert.include(text, '0 of 1 verified\n1 remaining.')
    assert.include(text, `until ${soon.toISOString()} (wait_until)`)
    assert.lengthOf(unasked.posts, 2)
    const late = await pendingJob([refusalUntil(new Date(Date.now() + 100_000))])
    const args = { job_id: late.id, wait: true }
    const { text: report } = await called(resume, args, late.context)
    assert.include(report, 'up to 90 seconds only')
    assert.lengthOf(late.posts, 2)
  })

  test('stops waiting when the client disconnects', async ({ assert }) => {
    const { context, id, gone } = await pendingJob([refusalUntil(new Date(Date.now() + 60_000))])
    const resumed = resume.call({ job_id: id, wait: true } as never, context)
    gone.abort()
    await assert.rejects(() => resumed, ToolError)
  })

  test('is stored if the lookup fails for another reason', async ({ assert }) => {
    const refusal = new ApiRefusal('HTTP 503', 503, {})
    const { context, id } = await pendingJob([refusal])
    const call = () => called(resume, { job_id: id }, context)
    await assert.rejects(call, 'HTTP 503')
    assert.include((await call()).text, 'All citations verified!')
  })
})
