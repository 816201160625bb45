/** Words after `id.` as identification: `id. card`, `ID. No. 5`, `Id. 83702` (Idaho with a ZIP code). */
const AFTER =
  /^\.?,? ?(?:cards?|numbers?|nos?\.|#|badges?|tags?|codes?|theft|documents?|checks?|verification|papers|\(Idaho\)|\d{5}(?:-\d{4})?(?!\d)|\d{1,3}-\d)/i
/** Words before it: `File id. 55`, `his id.`, `Boise, Id. 83702`. */
const BEFORE =
  /\b(?:file|docket|photo|picture|user|voter|student|employee|guard|badge|tax|state|caller|group|member|case|document|inmate|patient|vehicle|school|military|his|her|its|their|my|your|our|an|no|valid|fake|any|what|the) $/i
/** A cited page, section, or paragraph. */
const PIN = /^\.?,? (?:at |§|¶|pp?\.|art\.|ch\.|cl\.)/
/** A page after a scanned `ld.`. */
const SCANNED = /^ ?\.?,? ?at \*?\d/
/** The name of something: `a Toyota Supra`. */
const NAME = /\p{Lu}\p{L}+ $/u
const SIGNAL = /\b(?:See|Cf|Accord|But|Also|Compare|With|And)\.? $/

/** Whether `Id.` refers to an authority, not to an identification or to Idaho. */
export function isAuthority(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 16)
  if (text[start] === 'l') return SCANNED.test(after)
  if (PIN.test(after)) return true
  if (text[start + 1] === 'D') return false
  return !AFTER.test(after) && !BEFORE.test(text.slice(Math.max(0, start - 24), start))
}

/** Whether `Supra` is part of a name. */
export function isNamedSupra(text: string, start: number): boolean {
  if (text[start] !== 'S' || text[start + 1] !== 'u') return false
  const before = text.slice(Math.max(0, start - 24), start)
  return NAME.test(before) && !SIGNAL.test(before)
}
