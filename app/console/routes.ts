/**
 * Routes of account pages. Staff pages are in `admin_routes.ts`.
 */
import router from '@adonisjs/core/services/router'
import { ApiError } from '#app/support/api_error'
import { middleware } from '#start/kernel'
import { forLimitedForms, forSignedIn, withSession } from './with_session.js'

const SessionsController = () => import('./controllers/sessions_controller.js')
const RegistrationController = () => import('./controllers/registration_controller.js')
const PasswordResetController = () => import('./controllers/password_reset_controller.js')
const ProfileController = () => import('./controllers/profile_controller.js')
const TokensController = () => import('./controllers/tokens_controller.js')
const SecondFactorController = () => import('./controllers/second_factor_controller.js')
const TakeOutController = () => import('./controllers/take_out_controller.js')
const SignInCodeController = () => import('./controllers/sign_in_code_controller.js')
const ApiFormsController = () => import('./controllers/api_forms_controller.js')
const SettingsController = () => import('./controllers/settings_controller.js')

router
  .group(() => {
    router.get('/sign-in', [SessionsController, 'show']).as('sign_in')
    router.post('/sign-in', [SessionsController, 'start']).as('sign_in.start')
    router.get('/sign-in/code', [SignInCodeController, 'show']).as('sign_in.code')
    router.post('/sign-in/code', [SignInCodeController, 'store']).as('sign_in.code.store')
  })
  .use([...withSession, middleware.formLimit({ limit: 'signIn' })])

router
  .group(() => {
    router.get('/register', [RegistrationController, 'show']).as('register')
    router.post('/register', [RegistrationController, 'store']).as('register.store')
    router.get('/register/success', [RegistrationController, 'success']).as('register.success')
    router.get('/email/confirm/:key', [RegistrationController, 'confirm']).as('confirm')
    router.post('/email/confirm/:key', [RegistrationController, 'confirmed']).as('confirm.store')
    router.get('/email-confirmation/request', [RegistrationController, 'again']).as('confirm.again')
    router
      .post('/email-confirmation/request', [RegistrationController, 'sendAgain'])
      .as('confirm.send')
    router.get('/reset-password', [PasswordResetController, 'show']).as('reset')
    router.post('/reset-password', [PasswordResetController, 'send']).as('reset.send')
    router.get('/confirm-password/:key', [PasswordResetController, 'choose']).as('reset.choose')
    router.post('/confirm-password/:key', [PasswordResetController, 'store']).as('reset.store')
  })
  .use([...withSession, middleware.formLimit()])

router
  .group(() => {
    router.post('/sign-out', [SessionsController, 'end']).as('sign_out')
    router.get('/profile', [ProfileController, 'overview']).as('profile')
    router.get('/profile/api', [ProfileController, 'api']).as('profile.api')
    router.get('/profile/api-usage', [ProfileController, 'usage']).as('profile.usage')
    router.get('/profile/membership', [ProfileController, 'membership']).as('profile.membership')
    router.get('/profile/api-token', [TokensController, 'show']).as('tokens')
    router.post('/profile/api-token', [TokensController, 'add']).as('tokens.add')
    router.get('/profile/api-token/reset', [TokensController, 'confirmReset']).as('tokens.confirm')
    router.post('/profile/api-token/:id/revoke', [TokensController, 'revoke']).as('tokens.revoke')
    router.get('/profile/settings', [SettingsController, 'show']).as('settings')
    router.get('/profile/password/change', [SettingsController, 'password']).as('password')
    router.get('/profile/second-factor', [SecondFactorController, 'show']).as('second_factor')
    router.get('/profile/take-out', [TakeOutController, 'show']).as('take_out')
    router.get('/profile/delete', [SettingsController, 'confirmDelete']).as('delete')
    router.post('/api-forms/:resource', [ApiFormsController, 'create']).as('api_forms.create')
    router.post('/api-forms/:resource/:key', [ApiFormsController, 'change']).as('api_forms.change')
  })
  .use(forSignedIn)

router
  .group(() => {
    router.post('/profile/settings', [SettingsController, 'store']).as('settings.store')
    router.post('/profile/api-token/reset', [TokensController, 'reset']).as('tokens.reset')
    router
      .post('/profile/password/change', [SettingsController, 'changePassword'])
      .as('password.store')
    router
      .post('/profile/second-factor', [SecondFactorController, 'store'])
      .as('second_factor.store')
    router
      .post('/profile/second-factor/change', [SecondFactorController, 'change'])
      .as('second_factor.change')
    router.post('/profile/take-out', [TakeOutController, 'send']).as('take_out.send')
    router.post('/profile/delete', [SettingsController, 'delete']).as('delete.store')
  })
  .use(forLimitedForms)

// Includes the menu, unlike the page for other unknown URLs.
router
  .get('/profile/*', () => {
    throw ApiError.detail(404, 'Not found.')
  })
  .use(withSession)
