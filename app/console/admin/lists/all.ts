/**
 * The lists of the console itself, in the order of the menu.
 */
import type { AdminList } from '../admin_list.js'
import accounts from './accounts.js'
import audit from './audit.js'
import mailAddresses from './mail_addresses.js'
import mails from './mails.js'
import memberships from './memberships.js'
import { jobsList } from './jobs.js'
import { overridesList } from './overrides.js'
import tokens from './tokens.js'

/**
 * @param jobs names of all background jobs
 * @param scopes that staff may override
 */
export const adminLists = (jobs: string[], scopes: string[]): AdminList[] => [
  accounts,
  memberships,
  overridesList(scopes),
  tokens,
  mails,
  mailAddresses,
  audit,
  jobsList(jobs),
]
