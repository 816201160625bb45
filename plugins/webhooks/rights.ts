/** Right to see webhooks of all accounts. */
export const VIEW_RIGHT = 'webhooks.view'

/** Right to enable and disable them, and to send test events and deliveries again. */
export const MANAGE_RIGHT = 'webhooks.manage'
