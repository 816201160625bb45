import type { ApplicationService } from '@adonisjs/core/types'
import { CitingKinds } from '#plugins/case_law/public'
import { TREATMENT_LABELS, TREATMENTS } from './pages/treatment_kinds.js'

/** Filters lists of citing decisions by their statements about the cited one. */
export default class CitationsProvider {
  constructor(protected app: ApplicationService) {}

  boot() {
    this.app.container.resolving(CitingKinds, (kinds) =>
      kinds.use({ labels: TREATMENT_LABELS, sql: TREATMENTS })
    )
  }
}
