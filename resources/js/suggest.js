// Suggests cases while a name or citation is typed into a search field: a combobox with a
// listbox (ARIA Authoring Practices). The form works without this script.
const DELAY = 200
const MIN_LENGTH = 3
const LIST = 'suggestions'

for (const input of document.querySelectorAll('[data-suggest]')) attach(input)

function attach(input) {
  const list = document.createElement('ul')
  const status = document.createElement('p')
  list.id = `${input.id}-${LIST}`
  list.className = 'suggestions'
  list.hidden = true
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Cases')
  status.className = 'visually-hidden'
  status.setAttribute('role', 'status')
  const attributes = {
    'role': 'combobox',
    'autocomplete': 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
  }
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  let timer, request, active
  let shown = ''

  function close() {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    select(undefined)
    status.textContent = ''
  }

  function select(option) {
    active?.setAttribute('aria-selected', 'false')
    active = option
    if (!option) return input.removeAttribute('aria-activedescendant')
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', option.id)
  }

  function show(suggestions) {
    list.replaceChildren(...suggestions.map(optionFor))
    select(undefined)
    if (!suggestions.length) return close()
    list.hidden = false
    input.setAttribute('aria-expanded', 'true')
    const count = suggestions.length
    status.textContent = `${count} ${count === 1 ? 'case' : 'cases'}. Use the arrow keys to choose.`
  }

  function optionFor({ label, facts, path }, at) {
    const option = document.createElement('li')
    option.id = `${list.id}-${at}`
    option.dataset.path = path
    option.setAttribute('role', 'option')
    option.setAttribute('aria-selected', 'false')
    const detail = document.createElement('span')
    detail.className = 'quiet'
    detail.textContent = facts
    option.append(label, ' ', detail)
    return option
  }

  async function load() {
    const text = input.value
    request?.abort()
    if (text.trim().length < MIN_LENGTH) return close()
    if (text === shown && list.childElementCount) return
    request = new AbortController()
    const { signal } = request
    const address = `${input.dataset.suggest}?${new URLSearchParams({ q: text })}`
    try {
      const response = await fetch(address, { signal, redirect: 'error' })
      if (!response.ok) return close()
      const { suggestions } = await response.json()
      shown = text
      if (document.activeElement === input) show(suggestions)
    } catch (error) {
      if (error.name !== 'AbortError') close()
    }
  }

  const open = (option) => (location.href = option.dataset.path)

  // Before the first suggestions, so that screen readers announce changes of the status.
  const prepare = () => input.parentElement.append(list, status)
  if (document.activeElement === input) prepare()
  else input.addEventListener('focus', prepare, { once: true })
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(load, DELAY)
  })
  input.addEventListener('keydown', (event) => {
    const options = [...list.children]
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && active && !list.hidden) {
      event.preventDefault()
      open(active)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // The field itself is before the first and after the last option.
      const place = options.indexOf(active) + 1
      const next = (place + step + options.length + 1) % (options.length + 1)
      list.hidden = false
      input.setAttribute('aria-expanded', 'true')
      select(next ? options[next - 1] : undefined)
    } else if (event.key === 'Tab') close()
  })
  // The field keeps the focus.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role=option]')
    if (option) open(option)
  })
  input.addEventListener('blur', close)
}
