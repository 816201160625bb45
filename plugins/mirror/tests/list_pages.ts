export const staffValues = { 'mirrors.names': `'own'`, 'mirrors.resources': `'{dockets}'::text[]` }
