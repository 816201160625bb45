/**
 * Versions of the API and their deprecation headers: `Deprecation` (RFC 9745), `Sunset` (RFC
 * 8594), and the successor version (RFC 5829).
 */
import type { HttpContext } from '@adonisjs/core/http'
import { settings } from '#start/env'
import { origin } from './roots.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Headers for deprecated versions and endpoints. */
    deprecation?: Record<string, string>
  }
}

/** Deprecated versions. An endpoint may declare its own deprecation instead. */
const OF_VERSIONS: Deprecations = { v3: { since: '2024-11-18', successor: 'v4' } }

export interface Deprecatable {
  /** Versions that serve the endpoint. */
  versions: readonly Version[]
  deprecated?: Deprecations
}

/** The dates after which versions may be removed, as set by the operator. */
const sunsets = (): Partial<Record<Version, string | null>> => ({ v3: settings.v3Sunset })

/**
 * Sets the deprecation headers of a request.
 *
 * @param root path above the versions
 */
export function noteDeprecation(
  ctx: HttpContext,
  { version, root }: { version: Version; root: string },
  { versions, deprecated }: Deprecatable
): void {
  const found = deprecated?.[version] ?? OF_VERSIONS[version]
  if (!found) return
  const { since, successor } = found
  const sunset = sunsets()[version]
  const link =
    successor && versions.includes(successor)
      ? successorLink(ctx, `${root}${version}`, `${root}${successor}`)
      : undefined
  ctx.deprecation = {
    deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    ...(sunset ? { sunset: new Date(`${sunset}T00:00:00Z`).toUTCString() } : {}),
    ...(link ? { link } : {}),
  }
}

/**
 * The same path in the other version, as sent, because the decoded path may contain characters
 * that aren't allowed in headers.
 */
function successorLink(ctx: HttpContext, own: string, other: string): string | undefined {
  const path = ctx.request.request.url!.split(/[?#]/, 1)[0]!
  if (!path.startsWith(own)) return undefined
  const rest = path.slice(own.length).replaceAll(/[<>"]/g, encodeURIComponent)
  return `<${origin(ctx)}${other}${rest}>; rel="successor-version"`
}

export type Version = 'v3' | 'v4'

/** Full version numbers in the documentation (service specification, Versioning). */
export const DOCUMENTED_VERSIONS: Readonly<Record<Version, string>> = { v4: '4.7', v3: '3.15' }

interface Deprecation {
  /** Date of the deprecation: `2024-11-18`. */
  since: string
  /** Version that replaces it, if that serves the endpoint. */
  successor?: Version
}

/** By version. */
export type Deprecations = Partial<Record<Version, Deprecation>>
