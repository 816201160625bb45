/**
 * What a resource does around requests, for requests that use its public
 * names: it reads parameters under its own names, and its errors are reported
 * under the public ones.
 */
import { ApiError, type ErrorBody } from '#app/support/api_error'
import { errorResponse } from '#app/support/error_response'
import type { ResourceDefinition } from '#api/define_resource'
import type { CreateToPrepare, WriteHooks } from '#api/writes/hooks'
import { withPublicKeys, type Names } from './names.js'

type Hooks = Pick<ResourceDefinition, 'guard' | 'rewrite' | 'hooks'>

/** The hooks of a resource for its public names. */
export function publicHooks({ guard, rewrite, hooks }: Hooks, names: Names): Hooks {
  return {
    rewrite: rewrite && ((parameter, value) => rewrite(names.parameter(parameter), value)),
    guard:
      guard &&
      (({ ctx, filters }) => {
        const own = [...filters].map(([name, values]) => [names.parameter(name), values] as const)
        return refusing(names, () => guard({ ctx, filters: new Map(own) }))
      }),
    hooks: hooks && publicWrites(hooks, names),
  }
}

function publicWrites(
  { read, prepare, create, update, destroy }: WriteHooks,
  names: Names
): WriteHooks {
  const publicNames = true
  return {
    read: read && ((body) => names.keys(read(names.ownKeys(body)))),
    prepare: prepare && ((write) => refusing(names, () => preparing(names, write, prepare))),
    create:
      create &&
      (async (write, save) => {
        const wrong = names.ownKeys(write.wrong)
        const refusal = await refusing(names, () => create({ ...write, wrong, publicNames }, save))
        return refusal && publicRefusal(refusal, names)
      }),
    update:
      update && ((write, save) => refusing(names, () => update({ ...write, publicNames }, save))),
    destroy: destroy && ((write, remove) => refusing(names, () => destroy(write, remove))),
  }
}

/** Does work whose refusals name fields. @throws ApiError that names them as the request does */
async function refusing<T>(names: Names, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw publicRefusal(error, names)
  }
}

/** A refusal that names fields as the request does; any other error stays what it is. */
function publicRefusal<E>(error: E, names: Names): E | ApiError {
  const response = names.size ? errorResponse(error) : undefined
  if (response?.status !== 400 || !response.body) return error
  const body = withPublicKeys(withPublicTexts(response.body, names), names) as ErrorBody
  return new ApiError(response.kind!, body, response.headers, response.members)
}

/** The hook reads and writes own names. */
async function preparing(
  names: Names,
  { secrets, wrong, ...create }: CreateToPrepare,
  prepare: NonNullable<WriteHooks['prepare']>
): Promise<unknown> {
  const own = names.ownKeys(wrong)
  const prepared = await prepare({ ...create, secrets: names.ownKeys(secrets), wrong: own })
  for (const [name, said] of Object.entries(own)) wrong[names.toPublic(name)] ??= said
  return prepared
}

function withPublicTexts(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return names.inText(value)
  if (Array.isArray(value)) return value.map((each) => withPublicTexts(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withPublicTexts(inner, names)])
  )
}
