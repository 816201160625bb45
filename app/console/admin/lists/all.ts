/**
 * The lists of the console itself, in the order of the menu.
 */
import type { AdminList } from '../admin_list.js'
import accounts from './accounts.js'
import audit from './audit.js'
import deliveries from './deliveries.js'
import mailAddresses from './mail_addresses.js'
import mails from './mails.js'
import memberships from './memberships.js'
import overrides from './overrides.js'
import tokens from './tokens.js'
import webhooks from './webhooks.js'

export const adminLists: readonly AdminList[] = [
  accounts,
  memberships,
  overrides,
  tokens,
  webhooks,
  deliveries,
  mails,
  mailAddresses,
  audit,
]
