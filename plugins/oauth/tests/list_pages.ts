export const staffValues = {
  'oauth_records.model': `'Client'`,
  'oauth_records.payload': `jsonb_build_object('client_name', 'Client ' || n, 'redirect_uris', '[]'::jsonb)`,
}
