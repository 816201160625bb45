// Offers to copy a citation of each entry of a docket sheet, and to share its link.
for (const sheet of document.querySelectorAll('[data-cite-before]')) {
  const { citeBefore, citeAfter } = sheet.dataset
  for (const text of sheet.querySelectorAll('tr[id] > [data-filed]')) {
    const { id } = text.parentElement
    const [, number] = /^entry-(\d+)$/.exec(id) ?? []
    const name = number ? `entry ${number}` : 'this entry'
    const actions = []
    if (number)
      actions.push(
        citeButton(name, () => {
          const filed = text.dataset.filed
          return `${citeBefore}${filed ? ` ${filed}` : ''}), ECF No. ${number}${citeAfter}`
        })
      )
    actions.push(shareButton(name, addressOf(id, number)))
    const documents = text.querySelector('.documents')
    for (const action of actions)
      if (documents) documents.before(' ', action)
      else text.append(' ', action)
  }
}

/** The page of the entry alone, because long sheets have several pages. */
function addressOf(id, number) {
  const { origin, pathname, search } = location
  const query = number ? `?entry_gte=${number}&entry_lte=${number}` : search
  return `${origin}${pathname}${query}#${id}`
}

function makeButton(label, name) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'link copy-entry'
  button.setAttribute('aria-live', 'polite')
  button.setAttribute('aria-label', name)
  button.textContent = label
  return button
}

function citeButton(name, read) {
  const button = makeButton('Cite', `Cite ${name}`)
  button.addEventListener('click', () => copy(button, `citation of ${name}`, read()))
  return button
}

function shareButton(name, address) {
  const button = makeButton('Share', `Share ${name}`)
  button.addEventListener('click', async () => {
    if (!navigator.share) return copy(button, `link to ${name}`, address)
    try {
      await navigator.share({ title: document.title, url: address })
    } catch (error) {
      if (error.name !== 'AbortError') await copy(button, `link to ${name}`, address)
    }
  })
  return button
}

async function copy(button, what, text) {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
    button.setAttribute('aria-label', `Copied the ${what}`)
  } catch {
    // Without HTTPS or permission, the text can be selected.
    const shown = document.createElement('output')
    shown.textContent = text
    button.replaceWith(shown)
    getSelection().selectAllChildren(shown)
  }
}
