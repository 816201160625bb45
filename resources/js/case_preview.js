// Shows the entry from the table of authorities next to the link of a cited decision, on hover and
// on focus. If the citation names a page, it shows the beginning of that page, and the link opens it.
const DELAY = 150
// Maximum characters of a passage.
const PASSAGE = 420
const card = document.createElement('div')
card.className = 'preview'
card.id = 'case-preview'
card.setAttribute('role', 'tooltip')
card.hidden = true
document.getElementById('main').append(card)

let shown
let timer

function show(link, { name, opening, pageNumber }) {
  hide()
  shown = link
  fill(link, name, opening)
  if (pageNumber)
    readPassage(link.pathname, pageNumber).then((passage) => {
      if (!passage) return
      link.setAttribute('href', `${link.pathname}#${passage.anchor}`)
      if (shown === link) fill(link, name, `Page ${pageNumber}: ${passage.text}`)
    })
}

function fill(link, name, text) {
  const heading = document.createElement('p')
  heading.className = 'preview-name'
  heading.textContent = name
  const body = document.createElement('p')
  body.textContent = text
  card.replaceChildren(heading, body)
  card.hidden = false
  link.setAttribute('aria-describedby', card.id)
  place(link)
}

// The page that a citation names: `410 U.S. 113, 153`, `410 U.S., at 153`, but not the volume of a
// parallel citation: `410 U.S. 113, 93 S. Ct. 705`.
function citedPage(link) {
  const isWrapped = link.parentElement.matches('span') && !link.nextSibling
  const { nextSibling: after } = isWrapped ? link.parentElement : link
  const text = after?.nodeType === Node.TEXT_NODE ? after.data : ''
  const within = /\bat \*?(\d{1,5})/.exec(link.textContent)
  const following =
    /^,?\s*(?:at\s+)?\*?(\d{1,5})(?=(?:[-–]\d+)?\s*(?:[,;()\]]|\.(?:\s|$)|n\.|&|$))/.exec(text)
  return (within ?? following)?.[1]
}

// Decisions by path.
const decisions = new Map()

async function readPassage(path, number) {
  if (!decisions.has(path))
    decisions.set(
      path,
      fetch(path)
        .then((response) => (response.ok ? response.text() : ''))
        .then((html) => new DOMParser().parseFromString(html, 'text/html'))
        .catch(() => undefined)
    )
  const decision = await decisions.get(path)
  const mark = decision?.querySelector(`.opinion [id$="-page-${number}"]`)
  const text = mark && textAfter(decision, mark)
  return text && { anchor: mark.id, text }
}

// The text of a page, up to the next page.
function textAfter(decision, mark) {
  const walker = decision.createTreeWalker(
    mark.closest('.opinion'),
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
  )
  walker.currentNode = mark
  let text = ''
  while (text.length <= PASSAGE && walker.nextNode()) {
    const node = walker.currentNode
    if (mark.contains(node)) continue
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest('sup, .paragraph-link')) text += node.data
    } else if (node.matches('.star-pagination')) break
    else if (node.matches('p, blockquote, h2, h3, h4, h5, h6, li')) text += ' '
  }
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words.length > PASSAGE ? `${words.slice(0, PASSAGE).replace(/\s\S*$/, '')} …` : words
}

// Below the first line of the link, or above it if there is no room.
function place(link) {
  const [line] = link.getClientRects()
  const width = document.documentElement.clientWidth
  const left = Math.max(8, Math.min(line.left, width - card.offsetWidth - 8))
  const fits = line.bottom + card.offsetHeight + 8 < document.documentElement.clientHeight
  const top = fits ? line.bottom + 4 : line.top - card.offsetHeight - 4
  card.style.setProperty('left', `${left + window.scrollX}px`)
  card.style.setProperty('top', `${top + window.scrollY}px`)
}

function hide() {
  clearTimeout(timer)
  shown?.removeAttribute('aria-describedby')
  shown = undefined
  card.hidden = true
}

for (const link of document.querySelectorAll('.opinion a[href^="/opinion/"]')) {
  const [, , cluster] = link.getAttribute('href').split('/')
  const entry = document.getElementById(`authority-${cluster}`)
  if (!entry) continue
  const preview = {
    name: entry.children[0].textContent,
    opening: entry.querySelector('.opening').textContent,
    pageNumber: citedPage(link),
  }
  link.addEventListener('mouseenter', () => {
    clearTimeout(timer)
    timer = setTimeout(() => show(link, preview), DELAY)
  })
  link.addEventListener('focus', () => {
    // A link that is the target of the page's URL has the focus without a key.
    if (!link.matches(':target')) show(link, preview)
  })
  link.addEventListener('blur', hide)
  link.addEventListener('mouseleave', () => {
    clearTimeout(timer)
    timer = setTimeout(() => card.matches(':hover') || hide(), DELAY)
  })
}
card.addEventListener('mouseleave', hide)
document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
