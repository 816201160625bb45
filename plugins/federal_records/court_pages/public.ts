/** What other plugins may import of the parsers without the rest of this one. */
export { isAttachmentMenu } from './attachment_menu.js'
export { formsOf, type PageForm } from './forms.js'
export { docketNumberParts } from './docket_numbers.js'
export { documentOutcome, pageOutcome, type PageOutcome } from './page_outcomes.js'
export { courtOf } from './court_system_ids.js'
export { decodePage } from './decode.js'
export { CourtPageError } from './page_error.js'
export {
  caseNameIn,
  chooseCase,
  type KnownOfCase,
  type PossibleCases,
} from './possible_case_numbers.js'
export { type ParsedPage } from './page_kinds.js'
export { type PageReading } from './read_page.js'
export { parseReceipt, type Receipt } from './receipt.js'
export { isLoggedIn } from './session_state.js'
