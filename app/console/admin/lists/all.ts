/**
 * The lists of the console itself, in the order of the menu.
 */
import type { AdminList } from '../admin_list.js'
import accounts from './accounts.js'
import audit from './audit.js'
import memberships from './memberships.js'
import overrides from './overrides.js'
import tokens from './tokens.js'

export const adminLists: readonly AdminList[] = [accounts, memberships, overrides, tokens, audit]
