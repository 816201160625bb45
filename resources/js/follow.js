// Follows what becomes of what is listed: loads the page again while it is
// visible and something is open, and takes over the part that follows. Without
// this script the page shows the state it was loaded in.
const EVERY = 2000
const part = () => document.querySelector('[data-follow]')

async function follow() {
  while (part().dataset.open !== '0') {
    await new Promise((resolve) => setTimeout(resolve, EVERY))
    if (document.visibilityState !== 'visible') continue
    const answer = await fetch(location.href, { redirect: 'manual' }).catch(() => undefined)
    // Signed out: the page keeps what it shows.
    if (answer?.type === 'opaqueredirect' || answer?.status === 403) return
    if (!answer?.ok) continue
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const fresh = page.querySelector('[data-follow]')
    if (fresh) part().replaceWith(document.importNode(fresh, true))
  }
}

follow()
