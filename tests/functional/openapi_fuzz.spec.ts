/**
 * Requests generated from the OpenAPI documents, valid ones and ones with wrong values. Each
 * response has a declared status, and its body matches the declared schema.
 */
import { test } from '@japa/runner'
import { OWN_ROOT, PUBLIC_ROOT } from '#api/roots'
import { Random } from '#app/support/random'
import { makeAccount } from '#tests/helpers/accounts'
import { CLIENTS, loadClient, NO_CLIENTS } from '#tests/helpers/client_packages'
import { takesMinutes } from '#tests/helpers/long_tests'
import { openApiChecker } from '#tests/helpers/openapi_checker'
import { listOperations } from '#tests/helpers/openapi_operations'
import { searchReady } from '#tests/helpers/search_indexes'

/** Requests to each operation. */
const ROUNDS = 6
const MEMBERSHIP = { level: 'tier_4', payment_status: 'succeeded', termination_date: null }

/** Values that most schemas don't allow. */
const WRONG: unknown[] = [
  '',
  ' ',
  'x',
  '%',
  '\u{1f916} é',
  '0',
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  '9223372036854775808',
  true,
  null,
  [],
  [[]],
  {},
  { '': 1 },
  '2020-02-30',
  '1,2,,x',
  '__proto__',
  "'; --",
  '\0',
]

interface Generator {
  generateSync: (schema: object, options: object) => unknown
}

test.group('OpenAPI: generated requests', (group) => {
  takesMinutes(group)
  group.setup(searchReady)

  test('under {root} with seed {seed}')
    .with([OWN_ROOT, PUBLIC_ROOT].map((root, seed) => ({ root, seed })))
    .skip(!CLIENTS, NO_CLIENTS)
    .run(async ({ client, assert }, { root, seed }) => {
      const { generateSync } = (await loadClient('json-schema-faker')) as Generator
      const document = (await client.get(`${root}v4/openapi.json`)).body()
      const check = openApiChecker(document)
      const numbers = new Random(seed)
      const random = () => numbers.next()
      const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
      const example = (schema: object) =>
        generateSync(
          { ...schema, components: document.components },
          {
            seed: Math.floor(random() * 2 ** 31),
            fillProperties: false,
            alwaysFakeOptionals: false,
            optionalsProbability: 0.4,
          }
        )
      const { authorization } = await makeAccount({ confirmed: true, membership: MEMBERSHIP })
      const problems: string[] = []
      const statuses = new Map<number, number>()

      for (const operation of listOperations(document)) {
        // Files are tested with uploads.
        if ('multipart/form-data' in operation.bodies) continue
        const { path, method } = operation
        // The response doesn't end.
        if (document.paths[path][method].responses[200]?.content?.['text/event-stream']) continue
        for (let round = 0; round < ROUNDS; round++) {
          // Positions are so rare among the filters of a list that chance alone would miss them.
          const isPosition = (name: string) => round === 0 && (name === 'cursor' || name === 'page')
          const parameters = operation.parameters.filter(
            ({ in: place, name, required }) =>
              required || isPosition(name) || (place === 'query' && random() < 0.05)
          )
          const value = ({ name, schema }: any) =>
            !isPosition(name) && random() < 0.7 ? example(schema) : pick(WRONG)
          const url = parameters
            .filter(({ in: place }) => place === 'path')
            .reduce(
              (text, one) => text.replace(`{${one.name}}`, encodeURIComponent(textOf(value(one)))),
              path
            )
          const query = parameters
            .filter(({ in: place, style }) => place === 'query' && style !== 'form')
            .map(
              (one) => `${encodeURIComponent(one.name)}=${encodeURIComponent(textOf(value(one)))}`
            )
          const request = client
            .request(`${root}v4${url}?${query.join('&')}`, method.toUpperCase())
            .header('authorization', authorization)
            .redirects(0)
          const body = operation.body && example(operation.body)
          if (body && typeof body === 'object' && random() < 0.5) {
            const names = Object.keys(operation.body.properties ?? body)
            if (names.length) Object.assign(body, { [pick(names)]: pick(WRONG) })
          }
          const response = await (body === undefined ? request : request.json(body as object))
          const status = response.status()
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const said = `${method} ${url}?${query.join('&')} ${JSON.stringify(body)} → ${status}`
          const declared = operation.responses[status]
          if (!declared) problems.push(`${said}, which isn't declared`)
          else if (
            declared.schema &&
            response.header('content-type')?.startsWith('application/json')
          )
            for (const fault of check(declared.schema, [response.body()]).slice(0, 3))
              problems.push(`${said}: ${fault}`)
        }
      }
      assert.deepEqual(problems.slice(0, 40), [])
      assert.includeMembers([...statuses.keys()], [200, 201, 400, 404])
    })
    .timeout(600_000)
})

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
