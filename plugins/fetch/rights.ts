/** Right of staff: see requests to fetch, and pause courts. */
export const MANAGE_RIGHT = 'fetch.manage'
