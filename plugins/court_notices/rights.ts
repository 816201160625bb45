/** Permission of staff. */
export const MANAGE_RIGHT = 'court_notices.manage'

/** Rate-limit scope of requests from email providers, by IP address. */
export const EMAIL_SCOPE = 'court_emails'
