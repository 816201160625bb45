/**
 * What plugins add to the page of search results.
 */
import type { PageVisitor } from '#app/accounts/page_visitor'

/** A button beside the results. */
export interface SearchAction {
  label: string
  /** Page that takes the search's parameters, as text in the parameter `query`. */
  path: string
  /** Types of search it is for. */
  types: readonly string[]
}

/** A part above the results, for readers who come with a parameter of the plugin. */
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
