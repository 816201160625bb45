/** The docket page, and the actions that other plugins add to its lines. */
export { LineActions, type LineAction, type SheetLines } from '../pages/docket/line_actions.js'
export { NewEntryMarks, type NewEntries } from '../pages/docket/new_entries.js'
export { type SheetDocument } from '../pages/docket/sheet_rows.js'
export { pagePath } from '../resources/archive_document.js'
export { buildEntryAnchor } from '../resources/docket_entry.js'
