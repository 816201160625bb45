// Keeps the status of listed items current: while the page is visible and has open
// items, reloads it and replaces the list. Without this script, the page shows the
// state at load time.
const EVERY = 2000
const part = () => document.querySelector('[data-follow]')

async function follow() {
  while (part().dataset.open !== '0') {
    await new Promise((resolve) => setTimeout(resolve, EVERY))
    if (document.visibilityState !== 'visible') continue
    const answer = await fetch(location.href, { redirect: 'manual' }).catch(() => undefined)
    // Signed out: keep the current content.
    if (answer?.type === 'opaqueredirect' || answer?.status === 403) return
    if (!answer?.ok) continue
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const fresh = page.querySelector('[data-follow]')
    if (fresh) part().replaceWith(document.importNode(fresh, true))
  }
}

follow()
