import type { CitationForm } from '#app/citations/tables'

type Variables = Record<string, string>
interface Nested {
  [key: string]: string | Nested
}

/** A page number that was unknown at the time of writing: `1 U.S. ____`. */
const PAGE = String.raw`(?P<page>\d+|_+)`

/** Laws are cited with one or two section signs, followed by an optional space. */
const SECTION_SIGN = '§§? ?'

/** Collects distinct forms from the regular expressions of reporters-db. */
export function collectCitationForms(declared: Nested) {
  const variables = { ...flat(declared), page: PAGE }
  const optional = Object.entries(variables).map(([name, value]) => [
    `${name}_optional`,
    `(?:${value} ?)?`,
  ])
  const known: Variables = { ...variables, ...Object.fromEntries(optional) }
  const all: CitationForm[] = []
  const places = new Map<string, number>()

  function place(regex: string): number {
    const form = split(inJavaScript(expanded(regex, known).replaceAll('§ ', SECTION_SIGN)))
    const key = JSON.stringify(form)
    if (!places.has(key)) places.set(key, all.push(form) - 1)
    return places.get(key)!
  }

  return { all, places: (regexes: readonly string[]) => regexes.map(place) }
}

function flat(nested: Nested, path: string[] = []): Variables {
  return Object.fromEntries(
    Object.entries(nested)
      .filter(([key]) => !key.endsWith('#'))
      .flatMap(([key, value]): [string, string][] => {
        const inner = key ? [...path, key] : path
        return typeof value === 'string'
          ? [[inner.join('_'), value]]
          : Object.entries(flat(value, inner))
      })
  )
}

/** Replaces all variables except `$edition`. */
function expanded(regex: string, variables: Variables): string {
  const next = regex.replaceAll(
    /\$([a-z_0-9]+)/g,
    (whole, name: string) => variables[name] ?? whole
  )
  return next === regex ? regex : expanded(next, variables)
}

/** Converts the syntax of Python's `re`. */
function inJavaScript(regex: string): string {
  return regex.replaceAll('(?P<', '(?<').replaceAll('{,', '{0,')
}

const ABBREVIATION = '(?<reporter>$edition)'

function split(regex: string): CitationForm {
  const [before, after] = regex.split(ABBREVIATION)
  if (after !== undefined) return { before: before!, after }
  const start = regex.indexOf('(?<reporter>')
  if (start < 0) throw new Error(`No abbreviation in ${regex}`)
  const own = regex.slice(start)
  return {
    before: regex.slice(0, start),
    after: own,
    leads: leadsOf(own.slice('(?<reporter>'.length)),
  }
}

/**
 * Every text that the beginning of an expression matches, up to its first part that isn't a
 * literal.
 */
function leadsOf(regex: string): string[] {
  let leads = ['']
  let rest = regex
  for (;;) {
    const part =
      /^(?:\\(?<escaped>[^\w])|(?<plain>[\w -])|\(\?:(?<either>\w(?:\|\w)+)\))(?<optional>\?)?/.exec(
        rest
      )
    if (!part) return leads
    const { escaped, plain, either, optional } = part.groups!
    const texts = either ? either.split('|') : [(escaped ?? plain)!]
    leads = leads.flatMap((lead) => [
      ...texts.map((text) => lead + text),
      ...(optional ? [lead] : []),
    ])
    rest = rest.slice(part[0].length)
    if (either) return leads
  }
}
