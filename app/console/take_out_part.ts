import type { ApplicationService } from '@adonisjs/core/types'

/** What a plugin keeps of accounts that no resource shows. */
export interface TakeOutPart {
  /** Its key in the file of an account's data. */
  name: string
  /** @returns JSON texts, some at a time */
  read: (accountId: number, app: ApplicationService) => AsyncIterable<string[]>
}
