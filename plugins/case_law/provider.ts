import type { ApplicationService } from '@adonisjs/core/types'
import { CitingKinds } from './pages/decision/citing_kinds.js'

/** Binds the kinds of citing decisions, whose source is another plugin. */
export default class CaseLawProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(CitingKinds, () => new CitingKinds())
  }
}
