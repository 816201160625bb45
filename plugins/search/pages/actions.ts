/**
 * What else can be done with a search: plugins add buttons to its page.
 */
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
