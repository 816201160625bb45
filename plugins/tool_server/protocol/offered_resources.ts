/**
 * Resources by URI. Variables of URI templates are integers.
 */
import type { ToolResourceDefinition } from '#app/tools/definitions'

const VARIABLE = /\{(\w+)\}/g
const NUMBER = String.raw`(\d{1,15})`

export interface OfferedResource extends ToolResourceDefinition {
  /** Names of the variables in its URI template. */
  variables: string[]
  pattern: RegExp
}

export function offeredResources(declared: ToolResourceDefinition[]): OfferedResource[] {
  return declared.map((resource) => ({
    ...resource,
    variables: [...resource.uri.matchAll(VARIABLE)].map(([, name]) => name!),
    pattern: new RegExp(`^${resource.uri.split(VARIABLE).map(partOf).join('')}$`),
  }))
}

/** Parts at odd positions are names of variables. */
function partOf(part: string, place: number): string {
  return place % 2 ? NUMBER : RegExp.escape(part)
}

/** Returns the resource of a URI with the values of its variables, if it exists. */
export function resourceAt(
  uri: string,
  resources: readonly OfferedResource[]
): { resource: OfferedResource; variables: Record<string, number> } | undefined {
  for (const resource of resources) {
    const match = resource.pattern.exec(uri)
    if (!match) continue
    const values = resource.variables.map((name, place) => [name, Number(match[place + 1])])
    return { resource, variables: Object.fromEntries(values) as Record<string, number> }
  }
  return undefined
}
