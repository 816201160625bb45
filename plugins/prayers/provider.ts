import type { ApplicationService } from '@adonisjs/core/types'
import { LineActions } from '#plugins/federal_records/public/pages'

/** Adds a button to docket sheets that requests a missing document. */
export default class PrayersProvider {
  constructor(protected app: ApplicationService) {}

  boot() {
    this.app.container.resolving(LineActions, (actions) => {
      actions.add(async (...given) => {
        const { loadLineButtons } = await import('./pages/document_button.js')
        return loadLineButtons(...given)
      })
    })
  }
}
