/**
 * No request blocks the main thread for long. Every route of the router gets deep, wide, long,
 * and repetitive requests up to the maximum size. `npm run bench loop` prints the
 * milliseconds.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import inject, { type DispatchFunc } from 'light-my-request'
import { isApiPath } from '#api/roots'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import {
  BODY_SIZE,
  hostileRequests,
  LEFT_OUT,
  QUERY_SIZE,
  routesOfServer,
  type HostileRequest,
} from '#tests/helpers/hostile_requests'
import { takesMinutes } from '#tests/helpers/long_tests'
import { searchReady } from '#tests/helpers/search_indexes'
import { calibration, measureThreadCpu, longestTurn } from '#tests/helpers/thread_cpu'
import { signedIn, type Visitor } from '#tests/helpers/visitor'

/**
 * Maximum duration of one turn of the event loop, in units of parsing a megabyte of JSON: 50
 * to 75 ms, with a margin for busy machines.
 */
const BUDGET = 24
/** Maximum number of measurements near the limit. */
const MEASURED = 12

/** Requests whose CPU time must grow no faster than their size. */
const GROWING =
  /^POST \/api\/rest\/v4\/(tags|search|citation-lookup): |^POST \/mcp: (search|call_endpoint) |^GET \/api\/rest\/v4\/(dockets|search): |^GET \/search: |^POST \/sign-in: /

test.group('work of a request', (group) => {
  takesMinutes(group)
  const written = new WeakMap<(size: number) => string, Map<number, string>>()
  let dispatch: DispatchFunc
  let staff: TestAccount
  let other: TestAccount
  let visitor: Visitor
  let csrfToken: string

  group.setup(async () => {
    await searchReady()
    const server = await app.container.make('server')
    dispatch = ((...given: Parameters<typeof server.handle>) => server.handle(...given)) as never
    staff = await makeAccount({ rights: ['*'] })
    other = await makeAccount()
    visitor = await signedIn(staff)
    csrfToken = await visitor.csrfToken('/profile/settings/')
  })

  const pathOf = (pattern: string) => {
    const path = pattern
      .replaceAll(/:id\b/g, pattern.startsWith('/admin/') ? String(other.id) : '1')
      .replaceAll(/:key\b/g, 'a'.repeat(40))
      .replaceAll(/:(?:token|document|attachment)\??/g, '1')
      .replaceAll(/:\w+\??/g, 'x')
      .replaceAll('*', 'x')
    return path.endsWith('/') || /\.\w+$/.test(path) ? path : `${path}/`
  }

  const textOf = (grow: (size: number) => string, size: number) => {
    let texts = written.get(grow)
    if (!texts) written.set(grow, (texts = new Map()))
    let text = texts.get(size)
    if (text === undefined) texts.set(size, (text = grow(size)))
    return text
  }

  /** Sends a request with a fraction of the maximum size. */
  async function send({ method, path, query, body, type }: HostileRequest, share = 1) {
    const sent = body && textOf(body, BODY_SIZE * share)
    const url = query ? `${path}?${textOf(query, QUERY_SIZE * share)}` : path
    const api = isApiPath(path) || path.startsWith('/mcp')
    return async () => {
      const response = await inject(dispatch, {
        method: method as 'GET',
        url,
        headers: {
          host: `${process.env.HOST}:${process.env.PORT}`,
          accept: api ? 'application/json' : 'text/html',
          ...(api
            ? { authorization: staff.authorization }
            : { 'cookie': visitor.cookie, 'x-csrf-token': csrfToken }),
          ...(sent === undefined ? {} : { 'content-type': type! }),
        },
        ...(sent === undefined ? {} : { payload: sent }),
        validate: false,
        payloadAsStream: true,
      })
      // A stream of events ends when its client disconnects.
      if (String(response.headers['content-type']).startsWith('text/event-stream'))
        response.raw.res.destroy()
      else for await (const _ of response.stream());
      return response
    }
  }

  let found: Promise<HostileRequest[]> | undefined
  const everyRequest = () => (found ??= findRequests())

  async function findRequests(): Promise<HostileRequest[]> {
    const all: HostileRequest[] = []
    for (const route of await routesOfServer())
      all.push(...(await hostileRequests(route, pathOf(route.pattern))))
    return all
  }

  test('every route gets hostile requests or is listed with a reason', async ({ assert }) => {
    const missing: string[] = []
    for (const route of await routesOfServer()) {
      const name = `${route.method} ${route.pattern}`
      const made = await hostileRequests(route, pathOf(route.pattern))
      if (!made.length && !LEFT_OUT.some(([left]) => left.test(name))) missing.push(name)
    }
    assert.deepEqual(missing, [])
  })

  test('takes no longer than parsing a few megabytes of JSON', async ({ assert }) => {
    const unit = await calibration()
    const wrong: string[] = []
    const taken: { name: string; milliseconds: number; status: number }[] = []
    for (const request of await everyRequest()) {
      const sending = await send(request)
      let status = 0
      const work = async () => ({ statusCode: status } = await sending())
      // The whole request is measured first, which is cheap: its longest turn can't be longer.
      // Results near the limit are measured again, because garbage collection and the first
      // request of a kind take longer.
      let milliseconds = await measureThreadCpu(work)
      for (let again = 0; again < MEASURED && milliseconds > (unit * BUDGET) / 2; again++)
        milliseconds = Math.min(milliseconds, await longestTurn(work))
      taken.push({ name: request.name, milliseconds, status })
      if (milliseconds > unit * BUDGET)
        wrong.push(`${request.name}: ${(milliseconds / unit).toFixed(1)} (${status})`)
      if (status >= 500 && status !== 501) wrong.push(`${request.name}: ${status}`)
    }
    if (process.env.CURIA_LOOP_REPORT)
      writeFileSync(process.env.CURIA_LOOP_REPORT, JSON.stringify({ unit, taken }))
    assert.deepEqual(wrong, [])
    assert.isAbove(taken.length, 500)
  }).timeout(600_000)

  test('grows no faster than the request', async ({ assert }) => {
    const unit = await calibration()
    const wrong: string[] = []
    for (const request of (await everyRequest()).filter(({ name }) => GROWING.test(name))) {
      const [half, whole] = [await send(request, 0.5), await send(request)]
      let ratio = Infinity
      for (let round = 0; round < 12 && ratio > 2.5; round++) {
        const minimum = async (work: () => Promise<unknown>) =>
          Math.min(
            await measureThreadCpu(work),
            await measureThreadCpu(work),
            await measureThreadCpu(work)
          )
        // Small values are noise.
        ratio = Math.max(unit, await minimum(whole)) / Math.max(unit, await minimum(half))
        if (ratio > 2.5) await sleep(100)
      }
      if (ratio > 2.5) wrong.push(`${request.name}: ${ratio.toFixed(1)}`)
    }
    assert.deepEqual(wrong, [])
  }).timeout(600_000)
})
