import type { ApplicationService } from '@adonisjs/core/types'
import { LineActions } from './pages/docket/line_actions.js'
import { NewEntryMarks } from './pages/docket/new_entries.js'

/** Binds the actions and marks that other plugins add to docket sheets. */
export default class FederalRecordsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(LineActions, () => new LineActions())
    container.singleton(NewEntryMarks, () => new NewEntryMarks())
  }
}
