// Keeps the limits on the page as they are now, while it is visible. It loads the
// same page again and takes over its rows; without this script the page shows
// the state it was loaded in.
const part = document.querySelector('[data-refresh]')
const spoken = document.getElementById('blocked')
const every = Number(part.dataset.every) * 1000
let waiting

const rows = (root) =>
  new Map([...root.querySelectorAll('[data-rate]')].map((row) => [row.dataset.rate, row]))
const namesOf = (map) => [...map.keys()].join()
const fullOf = (map) => [...map].filter(([, row]) => row.dataset.full === 'true')

/** Cells are replaced one by one: a table that is scrolled or focused stays so. */
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
    // Signed out: the page keeps what it shows and stops polling.
    if (answer.type === 'opaqueredirect' || answer.status === 403) return
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const fresh = page.querySelector('[data-refresh]')
      if (fresh) takeOver(fresh)
    }
  } catch {
    // The server is unavailable for a moment; the next poll may reach it.
  }
  plan()
}

function plan() {
  clearTimeout(waiting)
  if (document.visibilityState === 'visible') waiting = setTimeout(refresh, every)
}

document.addEventListener('visibilitychange', plan)
plan()
