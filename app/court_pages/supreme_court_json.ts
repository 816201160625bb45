import { numericDate, writtenDate } from './dates.js'
import { clean } from './text.js'
import { asJsonObjects, readJsonPage, textIn, type JsonObject } from './json_values.js'
import {
  filingNumber,
  groupByParty,
  lowerCourtNumbers,
  supremeCourtNumber,
  supremeCourtUrl,
  type SupremeCourtDocket,
  type SupremeCourtEntry,
  type SupremeCourtParty,
} from './supreme_court_docket.js'
import { textOfMarkup } from './tree.js'

function readDocket(source: string): JsonObject | null {
  const answer = readJsonPage(source)
  // A case that was docketed may have no proceedings yet.
  const isDocket = Array.isArray(answer?.ProceedingsandOrder) || textIn(answer?.DocketedDate)
  return answer && textIn(answer.CaseNumber) && isDocket ? answer : null
}

/**
 * A docket of the Supreme Court in the JSON format that the court publishes.
 *
 * @param source the JSON text
 * @returns the docket, or null if the text is not a docket
 */
export function parseSupremeCourtJson(source: string): SupremeCourtDocket | null {
  const docket = readDocket(source)
  if (!docket) return null
  const numbers = textIn(docket.LowerCourtCaseNumbers)
  const sides = [docket.PetitionerTitle, docket.RespondentTitle].map(textIn).filter(Boolean)
  const questions = textIn(docket.QPLink)
  return {
    docket_number: supremeCourtNumber(textIn(docket.CaseNumber) ?? ''),
    capital_case: docket.bCapitalCase === true,
    date_filed: dateIn(docket.DocketedDate),
    case_name: clean(sides.join(' v. ')),
    links: (textIn(docket.Links) ?? '').replace(/^\s*Linked with:?/i, '').trim(),
    lower_court: textIn(docket.LowerCourt),
    lower_court_case_numbers: lowerCourtNumbers(numbers),
    lower_court_case_numbers_raw: numbers,
    lower_court_decision_date: dateIn(docket.LowerCourtDecision),
    lower_court_rehearing_denied_date: dateIn(docket.LowerCourtRehearingDenied),
    discretionary_court_decision: dateIn(docket.DiscretionaryCourtDecision),
    questions_presented: questions ? supremeCourtUrl(questions) : null,
    parties: ['Petitioner', 'Respondent', 'Other'].flatMap((type) => partiesOf(docket, type)),
    docket_entries: asJsonObjects(docket.ProceedingsandOrder).map(parseEntry),
  }
}

/** The date of `May 7, 2031`, `05/07/2031`, or `2031-05-07T00:00:00`, or null. */
function dateIn(value: JsonObject[string]): string | null {
  const text = textIn(value) ?? ''
  return (
    writtenDate(text) ?? numericDate(text) ?? /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(text)?.[0] ?? null
  )
}

function parseEntry(entry: JsonObject): SupremeCourtEntry {
  const markup = textIn(entry.Text) ?? ''
  const attachments = asJsonObjects(entry.Links).map((link) => {
    const url = textIn(link.DocumentUrl) ?? ''
    return {
      description: textIn(link.Description) ?? '',
      document_url: url,
      document_number: filingNumber(url),
    }
  })
  return {
    date_filed: dateIn(entry.Date),
    document_number: attachments[0]?.document_number ?? null,
    description: textOfMarkup(markup).trim(),
    description_html: markup,
    attachments,
  }
}

function partiesOf(docket: JsonObject, type: string): SupremeCourtParty[] {
  return groupByParty(
    asJsonObjects(docket[type]).map((counsel) => ({
      type,
      party: clean(textIn(counsel.PartyName) ?? ''),
      attorney: {
        name: clean(textIn(counsel.Attorney) ?? ''),
        is_counsel_of_record: counsel.IsCounselofRecord === true,
        title: textIn(counsel.Title),
        phone: textIn(counsel.Phone),
        address: textIn(counsel.Address),
        city: textIn(counsel.City),
        state: textIn(counsel.State),
        zip: textIn(counsel.Zip),
        email: textIn(counsel.Email),
      },
    }))
  )
}
