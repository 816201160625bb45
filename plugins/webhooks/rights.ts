/** Permission to view webhooks of all accounts. */
export const VIEW_RIGHT = 'webhooks.view'

/** Permission to enable and disable them, send test events, and resend deliveries. */
export const MANAGE_RIGHT = 'webhooks.manage'
