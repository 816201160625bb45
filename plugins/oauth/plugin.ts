import { definePlugin } from '#core/define_plugin'
import { ROUTES, SCOPES } from './provider/access.js'

const mount = () => import('./provider/mount.js')

export default definePlugin({
  name: 'oauth',
  description: 'Application sign-in with OAuth 2.1 and OpenID Connect.',
  requires: ['webhooks'],
  settings: () => import('./settings.js'),
  rights: {
    'oauth_clients.view': 'View applications registered for OAuth sign-in.',
    'oauth_clients.remove': 'Remove these applications and revoke their access.',
  },
  auditSentences: {
    'oauth.grant': 'gave the application {subject} access to {account}',
    'oauth.revoke': 'revoked the access of {subject} to {account}',
    'oauth.client_remove': 'removed the OAuth client {subject}',
    'oauth.rotate_keys': 'rotated the OAuth signing keys',
  },
  routes: () => import('./pages/routes.js'),
  takeOut: [() => import('./take_out.js')],
  profileMenu: [
    { section: 'Account', label: 'Connected applications', path: '/profile/applications/' },
  ],
  admin: [() => import('./admin/clients.js')],
  jobs: [() => import('./prune_job.js')],
  commands: [() => import('./commands/oauth_rotate_keys.js')],
  docs: ['oauth'],
  register(host) {
    host.bearerTokens({
      scopes: SCOPES,
      paths: { authorization: ROUTES.authorization, token: ROUTES.token },
      verify: () => import('./provider/access_tokens.js'),
    })
    host.mount('/o', mount)
    host.mount('/.well-known/openid-configuration', mount)
    host.mount('/.well-known/oauth-authorization-server', mount)
  },
})
