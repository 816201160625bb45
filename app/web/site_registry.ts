/**
 * Contributions of plugins to the web pages.
 */
import type { ErrorKind } from '#app/support/errors'
import type { LazyDefault } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'
import { optionalTable, OWN_PARTS } from './optional_parts.js'
import type {
  DocPart,
  Holding,
  MenuItem,
  Mount,
  OptionalPart,
  TaskCard,
  WebContributions,
} from './contributions.js'

interface SitePlugin extends WebContributions {
  name: string
}

/** A documentation page of a plugin. */
export interface PluginPage {
  plugin: string
  name: string
}

const OWN_MENU: MenuItem[] = [
  { label: 'API', path: '/api/rest/v4/?format=api' },
  { label: 'Docs', path: '/docs/' },
  { label: 'Reference', path: '/docs/api/' },
]

/** A path of lowercase words, without special characters of URLs. */
const MOUNT_PATH = /^(\/[a-z0-9._-]+)+$/

export class SiteRegistry {
  /** Top menu of all pages. */
  readonly menu: readonly MenuItem[]
  /** Example requests, as paths under an API version. */
  readonly examples: readonly string[]
  readonly holdings: readonly Holding[]
  /** Sorted by label. */
  readonly taskCards: readonly TaskCard[]
  readonly docs: readonly PluginPage[]
  /** Parts of the documentation that are generated from declarations, by name. */
  readonly docParts: ReadonlyMap<string, LazyDefault<DocPart>>
  readonly optionalParts: readonly OptionalPart[]
  readonly mounts: readonly Mount[]

  /**
   * @throws PluginError for mounts with overlapping paths, and for duplicate names of pages or
   *   parts
   */
  constructor(
    plugins: SitePlugin[],
    /** Sorted by status and code. */
    readonly errors: readonly ErrorKind[] = []
  ) {
    this.menu = [...plugins.flatMap(({ menu = [] }) => menu), ...OWN_MENU]
    this.examples = plugins.flatMap(({ examples = [] }) => examples)
    this.holdings = plugins.flatMap(({ holdings = [] }) => holdings)
    this.taskCards = plugins
      .flatMap(({ taskCards = [] }) => taskCards)
      .toSorted((a, b) => (a.label < b.label ? -1 : 1))
    this.docs = pagesOf(plugins)
    this.optionalParts = [
      ...OWN_PARTS,
      ...plugins.flatMap(({ optionalParts = [] }) => optionalParts),
    ]
    this.docParts = docPartsOf(plugins, {
      'errors': () => errorTable(this.errors),
      'optional-parts': () => optionalTable(this.optionalParts, process.env),
    })
    this.mounts = mountsOf(plugins)
  }

  /** Cards of tasks whose pages are enabled. */
  async enabledTaskCards(): Promise<TaskCard[]> {
    const enabled = await Promise.all(
      this.taskCards.map(async ({ isEnabled }) => !isEnabled || isEnabled())
    )
    return this.taskCards.filter((_, place) => enabled[place])
  }
}

function pagesOf(plugins: SitePlugin[]): PluginPage[] {
  const owners = new Map<string, string>()
  for (const { name: plugin, docs = [] } of plugins) {
    for (const page of docs) {
      if (owners.has(page))
        throw new PluginError(
          'E_DUPLICATE_PAGE',
          `plugins "${owners.get(page)}" and "${plugin}" both have a documentation page "${page}"`
        )
      owners.set(page, plugin)
    }
  }
  return [...owners].map(([name, plugin]) => ({ plugin, name }))
}

function docPartsOf(
  plugins: SitePlugin[],
  own: Record<string, DocPart>
): Map<string, LazyDefault<DocPart>> {
  const parts = new Map<string, LazyDefault<DocPart>>(
    Object.entries(own).map(([name, part]) => [name, async () => ({ default: part })])
  )
  for (const { name: plugin, docParts = {} } of plugins) {
    for (const [name, part] of Object.entries(docParts)) {
      if (parts.has(name))
        throw new PluginError(
          'E_DUPLICATE_PAGE',
          `plugin "${plugin}" declares the part "${name}" of the documentation, which already exists`
        )
      parts.set(name, part)
    }
  }
  return parts
}

function mountsOf(plugins: SitePlugin[]): Mount[] {
  const taken: { plugin: string; mount: Mount }[] = []
  for (const { name: plugin, mounts = [] } of plugins) {
    for (const mount of mounts) {
      const { path } = mount
      if (!MOUNT_PATH.test(path))
        throw new PluginError(
          'E_BAD_MOUNT',
          `plugin "${plugin}" mounts "${path}"; a path is "/" and lowercase words, without a trailing slash`
        )
      const other = taken.find(
        ({ mount: { path: given } }) =>
          `${path}/`.startsWith(`${given}/`) || `${given}/`.startsWith(`${path}/`)
      )
      if (other)
        throw new PluginError(
          'E_DUPLICATE_MOUNT',
          `plugins "${other.plugin}" and "${plugin}" mount overlapping paths "${other.mount.path}" and "${path}"`
        )
      taken.push({ plugin, mount })
    }
  }
  return taken.map(({ mount }) => mount)
}

/** The error catalog as a Markdown table. */
function errorTable(errors: readonly ErrorKind[]): string {
  const rows = errors.map(
    ({ code, status, message, hint }) => `| \`${code}\` | ${status} | ${message} | ${hint} |`
  )
  return ['| Code | Status | Message | Hint |', '|---|---|---|---|', ...rows].join('\n')
}
