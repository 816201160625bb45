// Shows the entry from the table of authorities next to the link of a cited decision, on hover and on focus.
const DELAY = 150
const card = document.createElement('div')
card.className = 'preview'
card.id = 'case-preview'
card.setAttribute('role', 'tooltip')
card.hidden = true
document.getElementById('main').append(card)

let shown
let timer

function show(link, entry) {
  hide()
  shown = link
  const [title] = entry.children
  const name = document.createElement('p')
  name.className = 'preview-name'
  name.textContent = title.textContent
  const opening = document.createElement('p')
  opening.textContent = entry.querySelector('.opening').textContent
  card.replaceChildren(name, opening)
  card.hidden = false
  link.setAttribute('aria-describedby', card.id)
  place(link)
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
  link.addEventListener('mouseenter', () => {
    clearTimeout(timer)
    timer = setTimeout(() => show(link, entry), DELAY)
  })
  link.addEventListener('focus', () => show(link, entry))
  link.addEventListener('blur', hide)
  link.addEventListener('mouseleave', () => {
    clearTimeout(timer)
    timer = setTimeout(() => card.matches(':hover') || hide(), DELAY)
  })
}
card.addEventListener('mouseleave', hide)
document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
