/**
 * Versions of the API, and what is declared about their deprecation.
 */

export type Version = 'v3' | 'v4'

export interface Deprecation {
  /** Day since which it is deprecated: `2024-11-18`. */
  since: string
  /** Version that takes its place, where that serves the endpoint. */
  successor?: Version
}

/** By version. */
export type Deprecations = Partial<Record<Version, Deprecation>>
