/**
 * Resources by URI.
 */
import type { ToolResourceDefinition } from '#app/tools/definitions'

const VARIABLE = /\{(\w+)\}/g
const NUMBER = String.raw`(\d{1,15})`
const TEXT = '([^/?#]{1,600})'

export interface OfferedResource extends ToolResourceDefinition {
  /** Names of the variables in its URI template. */
  variables: string[]
  pattern: RegExp
}

export function offeredResources(declared: ToolResourceDefinition[]): OfferedResource[] {
  return declared.map((resource) => ({
    ...resource,
    variables: [...resource.uri.matchAll(VARIABLE)].map(([, name]) => name!),
    pattern: new RegExp(
      `^${resource.uri
        .split(VARIABLE)
        .map((part, place) => (place % 2 ? patternOf(part, resource) : RegExp.escape(part)))
        .join('')}$`
    ),
  }))
}

function patternOf(variable: string, { texts = {} }: ToolResourceDefinition): string {
  return variable in texts ? TEXT : NUMBER
}

/** Returns the resource of a URI with the values of its variables, if it exists. */
export function resourceAt(
  uri: string,
  resources: readonly OfferedResource[]
): { resource: OfferedResource; variables: Record<string, number | string> } | undefined {
  for (const resource of resources) {
    const match = resource.pattern.exec(uri)
    if (!match) continue
    const values = resource.variables.map((name, place) => {
      const text = match[place + 1]!
      return [name, resource.texts && name in resource.texts ? decoded(text) : Number(text)]
    })
    return { resource, variables: Object.fromEntries(values) as Record<string, number | string> }
  }
  return undefined
}

/** Decodes a text of a URI, which is unchanged if it isn't encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
