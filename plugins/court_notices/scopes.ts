/** Scope in which emails of a mail provider count, by its address. */
export const EMAIL_SCOPE = 'court_emails'
