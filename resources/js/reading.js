// Marks the entry of the table of contents that is being read, shows footnotes in the margin on
// wide screens, and opens them at their number on narrow ones. Without this script, the numbers
// link to the footnotes at the end of the opinion and back.
const reading = document.querySelector('.reading')

// The last heading above this part of the window is being read.
const READ = 0.3

const entries = [...document.querySelectorAll('.on-page a[href^="#"]')].flatMap((link) => {
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)))
  return target ? { link, target } : []
})
let current

function markCurrent() {
  const line = innerHeight * READ
  // The contents list sections in another order than the page if plugins add some.
  const passed = entries
    .map(({ link, target }) => ({ link, top: target.getBoundingClientRect().top }))
    .filter(({ top }) => top <= line)
    .toSorted((one, other) => one.top - other.top)
  const link = passed.at(-1)?.link
  if (link === current) return
  current?.removeAttribute('aria-current')
  link?.setAttribute('aria-current', 'location')
  current = link
  const list = link?.closest('.beside')
  if (!list || list.scrollHeight <= list.clientHeight) return
  const [place, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()]
  if (place.top < frame.top || place.bottom > frame.bottom)
    list.scrollTop += place.top - frame.top - frame.height / 3
}

let isWaiting = false
function onScroll() {
  if (isWaiting) return
  isWaiting = true
  requestAnimationFrame(() => {
    isWaiting = false
    markCurrent()
  })
}
addEventListener('scroll', onScroll, { passive: true })
addEventListener('resize', onScroll, { passive: true })
markCurrent()

// Footnotes, by the number that refers to each.
const notes = [...reading.querySelectorAll('.opinion a.footnote[href^="#"]')].flatMap((mark) => {
  const note = document.getElementById(mark.hash.slice(1))
  return note?.matches('div.footnote, li.footnote, p.footnote') && !note.contains(mark)
    ? { mark, note }
    : []
})

// The style sheet has the same width.
const isWide = matchMedia('(min-width: 80rem)')
const GAP = 12

// Places each footnote at the height of its number, or below the previous one.
function placeNotes() {
  const bottoms = new Map()
  for (const { mark, note } of notes) {
    const article = note.closest('.opinion')
    note.classList.toggle('margin-note', isWide.matches)
    if (!isWide.matches) continue
    const top = mark.getBoundingClientRect().top - article.getBoundingClientRect().top
    const from = Math.max(top, bottoms.get(article) ?? 0)
    note.style.setProperty('--note-top', `${from}px`)
    bottoms.set(article, from + note.offsetHeight + GAP)
  }
  for (const article of reading.querySelectorAll('.opinion')) {
    const bottom = bottoms.get(article)
    article.style.setProperty('--notes-bottom', `${bottom ?? 0}px`)
    article.classList.toggle('has-margin-notes', bottom !== undefined)
  }
}

if (notes.length) {
  placeNotes()
  isWide.addEventListener('change', placeNotes)
  addEventListener('resize', placeNotes, { passive: true })
  addEventListener('load', placeNotes)
  document.fonts.ready.then(placeNotes)
}

// On narrow screens, a number opens its footnote.
const footnoteCard = document.createElement('div')
footnoteCard.popover = 'auto'
footnoteCard.className = 'footnote-card'
footnoteCard.setAttribute('role', 'dialog')

for (const { mark, note } of notes) {
  mark.addEventListener('click', (event) => {
    if (isWide.matches || event.ctrlKey || event.metaKey || !footnoteCard.showPopover) return
    event.preventDefault()
    const text = note.cloneNode(true)
    for (const part of [text, ...text.querySelectorAll('[id]')]) part.removeAttribute('id')
    // The link back is replaced by the button.
    for (const back of text.querySelectorAll('a.footnote, .paragraph-link')) back.remove()
    const close = document.createElement('button')
    close.type = 'button'
    close.autofocus = true
    close.textContent = 'Back to the text'
    close.addEventListener('click', () => footnoteCard.hidePopover())
    const heading = document.createElement('strong')
    heading.textContent = `Footnote ${mark.textContent.replaceAll(/[[\]\s]/g, '')}`
    footnoteCard.setAttribute('aria-label', heading.textContent)
    footnoteCard.replaceChildren(heading, text, close)
    if (!footnoteCard.isConnected) reading.append(footnoteCard)
    footnoteCard.showPopover()
  })
}
