export const staffValues = { 'fetch_requests.date_created': 'now()' }
