/**
 * What else can be done with a search: plugins add buttons to its page, and
 * parts for readers who come with a parameter of theirs.
 */
import type { PageVisitor } from '#app/accounts/api_sessions'

export interface SearchAction {
  label: string
  /** Page that takes the search's parameters, as text in the parameter `query`. */
  path: string
  /** Types of search it is for. */
  types: readonly string[]
}

const actions: SearchAction[] = []

/** Adds a button to the results of searches. */
export function addSearchAction(action: SearchAction): void {
  actions.push(action)
}

/** Those for a type of search. */
export function actionsFor(type: string): SearchAction[] {
  return actions.filter(({ types }) => types.includes(type))
}

export interface SearchPart {
  /** It says nothing about the search, and stays while its reader searches on. */
  parameter: string
  /** Template, which is shown the search's parameters, too: as text in `query`. */
  view: string
  /** @returns what the template shows; undefined leaves the part out, and forgets the parameter */
  load: (
    value: string,
    visitor: PageVisitor | undefined
  ) => Promise<Record<string, unknown> | undefined>
}

export interface LoadedPart {
  parameter: string
  value: string
  view: string
  data: Record<string, unknown>
}

const parts: SearchPart[] = []

/** Adds a part above the results of searches. */
export function addSearchPart(part: SearchPart): void {
  parts.push(part)
}

/** Takes the parameters of parts out of an address, and loads those parts it asks for. */
export async function takeParts(
  address: URLSearchParams,
  visitor: PageVisitor | undefined
): Promise<LoadedPart[]> {
  const loaded: LoadedPart[] = []
  for (const { parameter, view, load } of parts) {
    const value = address.getAll(parameter).at(-1)
    address.delete(parameter)
    const data = value && (await load(value, visitor))
    if (data) loaded.push({ parameter, value, view, data })
  }
  return loaded
}
