// Keeps the limits on the page current while it is visible: reloads the page and
// replaces the rows. Without this script, the page shows the state at load time.
const part = document.querySelector('[data-refresh]')
const spoken = document.getElementById('blocked')
const every = Number(part.dataset.every) * 1000
let waiting

const rows = (root) =>
  new Map([...root.querySelectorAll('[data-rate]')].map((row) => [row.dataset.rate, row]))
const namesOf = (map) => [...map.keys()].join()
const fullOf = (map) => [...map].filter(([, row]) => row.dataset.full === 'true')

/** Replaces single rows, so that the table keeps its scroll position and focus. */
function takeOver(fresh) {
  const [now, then] = [rows(fresh), rows(part)]
  const before = new Set(fullOf(then).map(([name]) => name))
  if (namesOf(now) === namesOf(then)) {
    for (const [name, row] of then) row.replaceWith(document.importNode(now.get(name), true))
  } else
    part.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)))
  const news = fullOf(now).filter(([name]) => !before.has(name))
  if (news.length) {
    spoken.textContent = `Rate limit reached: ${news.map(([name]) => name).join(', ')}.`
  } else if (before.size && !fullOf(now).length) {
    spoken.textContent = 'Requests are accepted again.'
  }
}

async function refresh() {
  try {
    const answer = await fetch(location.pathname, { redirect: 'manual' })
    // Signed out: keep the current content and stop polling.
    if (answer.type === 'opaqueredirect' || answer.status === 403) return
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const fresh = page.querySelector('[data-refresh]')
      if (fresh) takeOver(fresh)
    }
  } catch {
    // The server is temporarily unavailable; the next poll may succeed.
  }
  plan()
}

function plan() {
  clearTimeout(waiting)
  if (document.visibilityState === 'visible') waiting = setTimeout(refresh, every)
}

document.addEventListener('visibilitychange', plan)
plan()
