/** A docket number and the parts that the court prints around it. */
export interface DocketNumberParts {
  /** Without the judges' initials and the defendant. */
  docket_number: string
  federal_dn_office_code: string | null
  federal_dn_case_type: string | null
  federal_dn_judge_initials_assigned: string | null
  federal_dn_judge_initials_referred: string | null
  federal_defendant_number: string | null
}

/** Some case types contain digits or a tilde: `2255`, `a2`, `~gr`. */
const FULL = /^((\d{1,2}):\d{2}-(~?[A-Za-z][A-Za-z\d]{0,4}|\d{4})-\d{1,7})((?:-[\w/]{1,8}){0,5})$/
const SHORT = /^((?:\d-)?\d{2}-\d{1,7})((?:-[\w/]{1,8}){0,5})$/

/**
 * Parses `3:08-cv-00284-TMB-MKD-1` or `09-01535-jmp`.
 *
 * @param printed the number as the court prints it
 * @returns its parts; numbers in other forms are kept unchanged
 */
export function docketNumberParts(printed: string): DocketNumberParts {
  const full = FULL.exec(printed)
  const short = full ? null : SHORT.exec(printed)
  const [assigned, referred, defendant] = full
    ? suffixesOf(full[4])
    : [shortInitials(short?.[2] ?? ''), null, null]
  return {
    docket_number: full?.[1] ?? short?.[1] ?? printed,
    federal_dn_office_code: full?.[2] ?? /^-(\d)-[A-Za-z]/.exec(short?.[2] ?? '')?.[1] ?? null,
    federal_dn_case_type: full?.[3] ?? null,
    federal_dn_judge_initials_assigned: assigned,
    federal_dn_judge_initials_referred: referred,
    federal_defendant_number: defendant,
  }
}

/** The initials of two judges, and a number at the end that identifies the defendant. */
function suffixesOf(printed: string): [string | null, string | null, string | null] {
  const parts = printed.split('-').filter(Boolean)
  const defendant = /^\d{1,4}$/.test(parts.at(-1) ?? '') ? (parts.pop() ?? null) : null
  return [parts[0] ?? null, parts[1] ?? null, defendant]
}

/** Initials at the end of a bankruptcy number; digits there are a chapter or an office. */
function shortInitials(printed: string): string | null {
  const initials = printed.split('-').find((part) => /[A-Za-z]/.test(part))
  return initials?.replace(/^([A-Za-z]{2,3})\d{1,2}$/, '$1') ?? null
}
