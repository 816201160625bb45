/** Courts by their names, for people who do not know their IDs. */
import type { Reader } from '#app/database/reader'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { allNames, type ValueName } from './value_names.js'

/** Parameter of a type that takes courts; undefined where none does. */
export function courtParameter({ parameters }: SearchTypeDefinition): string | undefined {
  return Object.keys(parameters).find((name) => parameters[name]!.is === 'courts')
}

/** All courts to choose from; none where the type is not about courts. */
export async function courtsToChoose(
  type: SearchTypeDefinition,
  reader: Reader
): Promise<ValueName[]> {
  const name = courtParameter(type)
  const named = name && type.facets?.find(({ parameter }) => parameter === name)?.named
  return named ? allNames(reader, named) : []
}

/**
 * IDs for what was typed: IDs as they are, or the name of a court, or words only one name has.
 *
 * @param text `scotus`, `ca9 nysd`, `Supreme Court of California` or `ninth circuit`
 */
function courtIds(text: string, courts: ValueName[]): string {
  const ids = new Set(courts.map(({ value }) => value))
  const parts = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  if (!parts.length || parts.every((part) => ids.has(part))) return text
  const typed = text.trim().toLowerCase()
  const called = courts.filter(({ label }) => label.toLowerCase() === typed)
  const words = typed.match(/[\p{L}\d]+/gu) ?? []
  const like = courts.filter(({ label }) => {
    const of = new Set(label.toLowerCase().match(/[\p{L}\d]+/gu))
    return words.length > 0 && words.every((word) => of.has(word))
  })
  const [meant, ...others] = called.length ? called : like
  return meant && !others.length ? meant.value : text
}

/** Courts of the form's list. */
export interface CourtChoice {
  /** Of the parameter. */
  name: string
  /** Those that are searched. */
  ticked: ValueName[]
  /** The others, by jurisdiction. */
  groups: { label: string; courts: ValueName[] }[]
  /** How many there are to choose from. */
  count: number
}

/**
 * IDs for all values of the parameter: boxes that were ticked, and what was typed.
 *
 * @returns IDs with spaces between, or what was typed, where that is no court
 */
export function askedCourts(values: string[], courts: ValueName[]): string {
  const texts = values.map((value) => courtIds(value.trim(), courts)).filter(Boolean)
  return [...new Set(texts.flatMap((text) => text.split(/\s+/)))].join(' ')
}

/** What of a parameter's value is no court; nothing where courts are not known. */
export function unknownCourts(value: string, courts: ValueName[]): string[] {
  const ids = new Set(courts.map((court) => court.value))
  const asked = value.split(/[\s,]+/).filter(Boolean)
  return courts.length ? asked.filter((one) => !ids.has(one.toLowerCase())) : []
}

/** @param value of the parameter; one that is not of IDs ticks nothing */
export function courtChoice(
  { name, value }: { name: string; value: string },
  courts: ValueName[]
): CourtChoice | undefined {
  if (!courts.length) return undefined
  const ids = new Set(value.toLowerCase().split(/[\s,]+/))
  const known = courts.filter((court) => ids.has(court.value))
  const ticked = known.length === ids.size ? known : []
  const groups = Map.groupBy(courts, ({ group }) => group ?? 'Other courts')
  return {
    name,
    ticked,
    groups: [...groups].map(([label, members]) => ({
      label,
      courts: members.filter((court) => !ticked.includes(court)),
    })),
    count: courts.length,
  }
}
