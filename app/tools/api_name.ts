/** What the API calls itself in messages for AI clients. */
export const API_NAME = 'Curia'
