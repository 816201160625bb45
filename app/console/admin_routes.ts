/**
 * Routes of staff pages.
 */
import router from '@adonisjs/core/services/router'
import { ACTION_RIGHTS } from '#app/accounts/authority'
import { middleware } from '#start/kernel'
import { bulkPath, type AdminList } from './admin/admin_list.js'
import { withSession } from './with_session.js'

const DashboardController = () => import('./admin/dashboard_controller.js')
const AccountController = () => import('./admin/account_controller.js')
const SwitchesController = () => import('./admin/switches_controller.js')
const ListsController = () => import('./admin/lists_controller.js')
const BulkController = () => import('./admin/bulk_controller.js')
const JobsController = () => import('./admin/jobs_controller.js')
const SearchController = () => import('./admin/search_controller.js')
const RecordsController = () => import('./admin/records/records_controller.js')

const staffWith = (right: string) => [...withSession, middleware.signedIn({ right })]

router.get('/admin', [DashboardController, 'show']).as('admin').use(staffWith('dashboard.view'))

router
  .get('/admin/health', [DashboardController, 'health'])
  .as('admin.health')
  .use(staffWith('dashboard.view'))

router
  .get('/admin/search', [SearchController, 'show'])
  .as('admin.search')
  .use(staffWith('dashboard.view'))

const account = '/admin/accounts/:id'
router.get(account, [AccountController, 'show']).as('admin.account').use(staffWith('accounts.view'))
for (const [path, handler, action] of [
  ['active', 'setActive', 'account.deactivate'],
  ['confirm', 'confirmEmail', 'account.confirm'],
  ['second-factor/remove', 'removeSecondFactor', 'second_factor.remove'],
  ['role', 'setRole', 'role.set'],
  ['right', 'setRight', 'right.grant'],
  ['membership', 'setMembership', 'membership.set'],
  ['overrides/preview', 'previewOverrides', 'override.set'],
  ['overrides', 'setOverrides', 'override.set'],
  ['tokens/replace', 'replaceToken', 'token.replace'],
  ['tokens/:token/revoke', 'revokeToken', 'token.revoke'],
] as const) {
  router
    .post(`${account}/${path}`, [AccountController, handler])
    .as(`admin.account.${handler}`)
    .use(staffWith(ACTION_RIGHTS[action]))
}

router
  .post('/admin/jobs/:queue/:job/retry', [JobsController, 'retry'])
  .as('admin.jobs.retry')
  .use(staffWith(ACTION_RIGHTS['job.retry']))

const record = '/admin/records/:resource/:key'
const editors = staffWith(ACTION_RIGHTS['record.edit'])
router.get('/admin/records', [RecordsController, 'index']).as('admin.records').use(editors)
router.get(record, [RecordsController, 'show']).as('admin.record').use(editors)
router.post(record, [RecordsController, 'save']).as('admin.record.save').use(editors)

router
  .get('/admin/maintenance', [SwitchesController, 'maintenance'])
  .as('admin.maintenance')
  .use(staffWith(ACTION_RIGHTS['maintenance.set']))
router
  .post('/admin/maintenance', [SwitchesController, 'setMaintenance'])
  .as('admin.maintenance.set')
  .use(staffWith(ACTION_RIGHTS['maintenance.set']))

router
  .get('/admin/promotion', [SwitchesController, 'promotion'])
  .as('admin.promotion')
  .use(staffWith(ACTION_RIGHTS['promotion.set']))
router
  .post('/admin/promotion', [SwitchesController, 'setPromotion'])
  .as('admin.promotion.set')
  .use(staffWith(ACTION_RIGHTS['promotion.set']))

/** Adds the routes of the lists, including those of plugins. */
export function addListRoutes(lists: readonly AdminList[]): void {
  for (const list of lists) {
    const { path, right, bulk = [] } = list
    router.get(path, [ListsController, 'show']).as(`admin.list.${path}`).use(staffWith(right))
    for (const action of bulk) {
      const several = bulkPath(list, action)
      router
        .get(several, [BulkController, 'show'])
        .as(`admin.several.${several}`)
        .use(staffWith(action.right))
      router
        .post(several, [BulkController, 'apply'])
        .as(`admin.several.apply.${several}`)
        .use(staffWith(action.right))
    }
  }
}
