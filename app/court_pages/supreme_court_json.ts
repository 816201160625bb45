import { writtenDate } from './dates.js'
import { clean } from './text.js'
import { asJsonObjects, readJsonObject, textIn, type JsonObject } from './json_values.js'
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
import { parseHtmlFragment, getTextContent } from './tree.js'

function readDocket(source: string): JsonObject | null {
  const answer = readJsonObject(source)
  return answer && textIn(answer.CaseNumber) && Array.isArray(answer.ProceedingsandOrder)
    ? answer
    : null
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

const dateIn = (value: JsonObject[string]) => writtenDate(textIn(value) ?? '')

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
    description: getTextContent(parseHtmlFragment(markup)).trim(),
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
