// Loads the list of courts into the form on request, with a field that filters it.
document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-court-list]')
  if (!button) return
  event.preventDefault()
  button.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(button.dataset.courtList)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const list = page.querySelector('.court-list')
    if (!response.ok || !list) throw new Error(`${response.status}`)
    button.parentElement.replaceWith(fieldFor(list), list)
    document.getElementById('court-filter').focus()
  } catch {
    delete button.dataset.courtList
    button.click()
  }
})

function fieldFor(list) {
  const label = document.createElement('label')
  label.className = 'court-filter'
  label.append('Find a court')
  const input = document.createElement('input')
  input.id = 'court-filter'
  input.type = 'search'
  input.autocomplete = 'off'
  const none = document.createElement('p')
  none.className = 'quiet'
  none.setAttribute('role', 'status')
  none.textContent = 'No court has these words in its name.'
  none.hidden = true
  list.append(none)
  input.addEventListener('keydown', (event) => {
    // The form must not be sent.
    if (event.key === 'Enter') event.preventDefault()
  })
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const group of list.querySelectorAll('fieldset')) {
      let shown = 0
      for (const court of group.querySelectorAll('label')) {
        const text = `${court.textContent} ${court.firstElementChild.value}`.toLowerCase()
        const isShown =
          court.firstElementChild.checked || words.every((word) => text.includes(word))
        court.hidden = !isShown
        if (isShown) shown++
      }
      group.hidden = !shown
    }
    none.hidden = [...list.querySelectorAll('fieldset')].some((group) => !group.hidden)
  })
  label.append(input)
  return label
}
