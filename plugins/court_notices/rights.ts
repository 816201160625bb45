/** Right of staff. */
export const MANAGE_RIGHT = 'court_notices.manage'
