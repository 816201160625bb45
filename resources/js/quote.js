// Offers to copy the text selected in an opinion in quotation marks, with the citation and the
// page or paragraph.
const { citeBefore, citeAfter, citePage } = document.querySelector('.reading').dataset
const LABEL = 'Copy with citation'
const BLOCKS = 'p, li, blockquote, pre, dd, h2, h3, h4'
// The number of a paragraph: `¶ 12` at its beginning, or `[¶ 12]` and `{¶ 12}` anywhere.
const INITIAL = /^\s*¶\s*(\d+)/
const BRACKETED = /[[{]\s*¶\s*(\d+)\s*[\]}]/g

const button = document.createElement('button')
button.type = 'button'
button.className = 'copy-quote'
button.setAttribute('aria-live', 'polite')
// A click must not remove the selection.
button.addEventListener('pointerdown', (event) => event.preventDefault())
button.addEventListener('click', async () => {
  const text = quoted(selected)
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Without HTTPS or permission.
    const put = (event) => {
      event.clipboardData.setData('text/plain', text)
      event.preventDefault()
    }
    document.addEventListener('copy', put, { once: true })
    document.execCommand('copy')
    document.removeEventListener('copy', put)
  }
  button.textContent = 'Copied'
})

let selected

const elementOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)

document.addEventListener('selectionchange', () => {
  if (document.activeElement === button) return
  const selection = getSelection()
  const range = selection.rangeCount ? selection.getRangeAt(0) : undefined
  const ends = range && [range.startContainer, range.endContainer].map(elementOf)
  const isQuote =
    ends?.every((element) => element.closest('article.opinion')) && /\w/.test(range.toString())
  if (!isQuote) return button.remove()
  selected = range.cloneRange()
  button.textContent = LABEL
  // The next stop of the Tab key after the links of the selection.
  const block = ends[1].closest(BLOCKS) ?? ends[1].closest('article')
  if (button.previousElementSibling !== block) block.after(button)
})

function quoted(range) {
  const part = document.createElement('div')
  part.append(range.cloneContents())
  for (const mark of part.querySelectorAll('.star-pagination, sup, button, .as-json, .margin-note'))
    mark.remove()
  for (const block of part.querySelectorAll(BLOCKS)) block.append(' ')
  const text = part.textContent.replaceAll(/\s+/g, ' ').trim()
  const inner = text.replaceAll('“', '‘').replaceAll('”', '’').replaceAll('"', "'")
  return `“${inner}” ${citeBefore}${pinpoint(range)}${citeAfter}`
}

function pinpoint(range) {
  if (citePage) {
    const breaks = [...document.querySelectorAll('.opinion .star-pagination')].map((node) => ({
      node,
      number: node.textContent.replace(/^.*[\s*]/s, ''),
    }))
    return `, ${span(marksBefore(range, breaks, citePage))}`
  }
  const paragraphs = marksBefore(range, numberedParagraphs())
  if (!paragraphs) return ''
  return `, ${paragraphs[0] === paragraphs[1] ? '¶' : '¶¶'} ${span(paragraphs)}`
}

// The numbers at the beginning and the end of a range.
function marksBefore(range, marks, initial) {
  let [first, last] = [initial, initial]
  for (const { node, offset = 0, number } of marks) {
    const place = range.comparePoint(node, offset)
    if (place > 0) break
    if (place < 0) first = number
    last = number
  }
  return last === undefined ? undefined : [first ?? last, last]
}

function* numberedParagraphs() {
  for (const block of document.querySelectorAll('.opinion p, .opinion pre')) {
    const [, number] = INITIAL.exec(block.textContent) ?? []
    if (number) yield { node: block, number }
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const match of node.data.matchAll(BRACKETED))
        yield { node, offset: match.index, number: match[1] }
  }
}

// `102–03`
function span([first, last]) {
  if (first === last) return first
  const isShort = /^\d{3,}$/.test(first) && first.length === last.length
  const same = isShort && first.slice(0, -2) === last.slice(0, -2)
  return `${first}–${same ? last.slice(-2) : last}`
}
