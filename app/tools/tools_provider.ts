import type { ApplicationService } from '@adonisjs/core/types'
import { ResourceRegistry } from '#api/registry'
import { Reader } from '#app/database/reader'
import { ListedChoices } from './choices.js'

export default class ToolsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(
      ListedChoices,
      async () =>
        new ListedChoices(await container.make(ResourceRegistry), await container.make(Reader))
    )
  }
}
