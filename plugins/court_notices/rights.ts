/** Right of staff. */
export const MANAGE_RIGHT = 'court_notices.manage'

/** Scope in which emails of a mail provider count, by its address. */
export const EMAIL_SCOPE = 'court_emails'
