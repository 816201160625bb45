/** Whether pages were sent to a logged-in user. */
import { test } from '@japa/runner'
import { isLoggedIn } from '#app/court_pages/session_state'

const loggedIn = [
  '<a href="/cgi-bin/login.pl?logout">Logout</a>',
  '<a href="/n/beam/InvalidUserLogin.jsp">x</a>',
  '<title>Download Confirmation</title>',
  '<p>2 Documents are attached to this filing',
  "<request number='31-1'><message text='Cannot find case 31-1'/></request>",
  '<request number="31-1"><case number="1:31-cv-1" id="7"/></request>',
  '<div class="ui-title">Cost: 0.10</div>',
]
const loggedOut = [
  '',
  '<form name="GetPass"><input name="login"></form>',
  `<script>document.location="https://pacer.login.uscourts.gov/csologin/login.jsf"</script>`,
  "<request number='31-1'><message text='Not logged in.  Please refresh this page.'/></request>",
]

test.group('sessions', () => {
  for (const page of loggedIn) {
    test(`are open: ${page}`, ({ assert }) => assert.isTrue(isLoggedIn(page)))
  }
  for (const page of loggedOut) {
    test(`are closed: ${page}`, ({ assert }) => assert.isFalse(isLoggedIn(page)))
  }
})
