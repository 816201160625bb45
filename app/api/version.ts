/**
 * Versions of the API, and what is declared about their deprecation.
 */

export type Version = 'v3' | 'v4'

/** What each is documented as (service specification, Versioning). */
export const DOCUMENTED_VERSIONS: Readonly<Record<Version, string>> = { v4: '4.7', v3: '3.15' }

export interface Deprecation {
  /** Day since which it is deprecated: `2024-11-18`. */
  since: string
  /** Version that takes its place, where that serves the endpoint. */
  successor?: Version
}

/** By version. */
export type Deprecations = Partial<Record<Version, Deprecation>>
