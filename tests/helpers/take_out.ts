import type { TestAccount } from './accounts.js'
import type { Visitor } from './visitor.js'

export const TAKE_OUT = '/profile/take-out/'

/** Data export file of an account. */
export async function downloadAccountData<File>(
  visitor: Visitor,
  { password }: TestAccount
): Promise<File> {
  const { text } = await visitor.submit(TAKE_OUT, { password })
  return JSON.parse(text) as File
}
