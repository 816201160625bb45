export const staffValues = { 'court_notices.origin': `'upload'` }
