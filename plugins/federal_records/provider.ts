import type { ApplicationService } from '@adonisjs/core/types'
import { LineActions } from './pages/docket/line_actions.js'

/** Binds the actions that other plugins add to docket sheets. */
export default class FederalRecordsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(LineActions, () => new LineActions())
  }
}
